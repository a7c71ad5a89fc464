// What is done to a mail in its own mailbox, and what follows when it could not be done.

export type DeedKind = 'mark_read' | 'flag' | 'move'

const reasons = [
  'gone',
  'folder_refused',
  'folder_name',
  'flag_refused',
  'move_refused',
  'move_unsupported',
  'read_only',
  'no_mailbox',
  'disconnected',
  'mailbox',
] as const
/** `no_mailbox`: mail to an address of ours lies in no mailbox of the person. `mailbox`: it could not be reached, and its own page says why. */
export type DeedReason = (typeof reasons)[number]

export const isDeedReason = (reason: string | null): reason is DeedReason => reasons.some(known => known === reason)

export type DeedOutcome = { kind: 'done' } | { kind: 'failed'; reason: DeedReason } | { kind: 'retry'; reason: DeedReason }

export interface DeedNext {
  state: 'waiting' | 'done' | 'failed'
  reason: DeedReason | null
  dueAt: Date | null
}

const mostAttempts = 8
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

/** `attempts` counts the one that just ended, from 1. */
export function afterDeed(attempts: number, outcome: DeedOutcome, now: Date): DeedNext {
  if (outcome.kind === 'done') return { state: 'done', reason: null, dueAt: null }
  if (outcome.kind === 'failed' || attempts >= mostAttempts) return { state: 'failed', reason: outcome.reason, dueAt: null }
  return { state: 'waiting', reason: outcome.reason, dueAt: new Date(now.getTime() + deedPauseMs(attempts)) }
}

/** Doubles from a minute to an hour; it is also how long an attempt that broke off waits. */
export const deedPauseMs = (attempts: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** The names of a folder and those above it; null where it names none. `/` stands between them, whatever the server writes. */
export function folderNames(folder: string, delimiter: string): string[] | null {
  const names = folder.split('/').map(name => name.trim())
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}*%]/u.test(name) && (delimiter === '' || !name.includes(delimiter))
  // A server without a delimiter has no folders in folders (RFC 2342 §5).
  return names.length <= (delimiter === '' ? 1 : 10) && names.every(isName) ? names : null
}

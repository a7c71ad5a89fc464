// What we can do to a message in its mailbox, and how we react when it fails.

/** Filters mark, flag and move as a message arrives; a person marks, archives and moves back from the phone or the screen. */
export type FilterActionKind = 'mark_read' | 'flag' | 'move'
/** `move_back` ends what `archive` did. */
export type PersonActionKind = 'mark_read' | 'archive' | 'move_back'
export type MailboxActionKind = FilterActionKind | PersonActionKind

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
export type MailboxActionReason = (typeof reasons)[number]

export const isMailboxActionReason = (reason: string | null): reason is MailboxActionReason => reasons.some(known => known === reason)

export type MailboxActionOutcome =
  | { kind: 'done' }
  | { kind: 'failed' | 'retry'; reason: MailboxActionReason }
  /** The mailbox could not be reached; final where its owner has to do something first. */
  | { kind: 'away'; isFinal: boolean }

export interface MailboxActionNext {
  state: 'waiting' | 'done' | 'failed'
  reason: MailboxActionReason | null
  dueAt: Date | null
}

const mostAttempts = 8
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** Somebody waits for it: the first repeat comes soon. */
const quickPauseMs = 5000

/** `attempts` counts the one that just ended, from 1. */
export function afterAction(attempts: number, outcome: MailboxActionOutcome, now: Date): MailboxActionNext {
  if (outcome.kind === 'done') return { state: 'done', reason: null, dueAt: null }
  const reason = outcome.kind === 'away' ? 'mailbox' : outcome.reason
  const isFinal = outcome.kind === 'failed' || (outcome.kind === 'away' && outcome.isFinal) || attempts >= mostAttempts
  if (isFinal) return { state: 'failed', reason, dueAt: null }
  const pauseMs = outcome.kind === 'away' && attempts === 1 ? quickPauseMs : actionPauseMs(attempts)
  return { state: 'waiting', reason, dueAt: new Date(now.getTime() + pauseMs) }
}

/** Doubles from a minute to an hour; it is also how long an attempt that broke off waits. */
export const actionPauseMs = (attempts: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** The names of a folder and those above it; null where it names none. `/` stands between them, whatever the server writes. */
export function folderNames(folder: string, delimiter: string): string[] | null {
  const names = folder.split('/').map(name => name.trim())
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}*%]/u.test(name) && (delimiter === '' || !name.includes(delimiter))
  // A server without a delimiter has no folders in folders (RFC 2342 §5).
  return names.length <= (delimiter === '' ? 1 : 10) && names.every(isName) ? names : null
}

// Defines the actions on a message in its mailbox, and decides what happens after each attempt.

/** Filters mark, flag and move arriving messages; users mark, archive and move back from the phone or the screen. */
export type FilterActionKind = 'mark_read' | 'flag' | 'move'
/** `move_back` undoes `archive`. */
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
/** `no_mailbox`: email to one of our addresses is not in a mailbox of the user. `mailbox`: it could not be reached; its page says why. */
export type MailboxActionReason = (typeof reasons)[number]

export const isMailboxActionReason = (reason: string | null): reason is MailboxActionReason => reasons.some(one => one === reason)

export type MailboxActionOutcome =
  | { kind: 'done' }
  | { kind: 'failed' | 'retry'; reason: MailboxActionReason }
  /** The mailbox could not be reached; final if its owner must act first. */
  | { kind: 'away'; isFinal: boolean }

export interface MailboxActionNext {
  state: 'waiting' | 'done' | 'failed'
  reason: MailboxActionReason | null
  dueAt: Date | null
}

const maxAttempts = 8
const firstPauseMs = 60_000
const maxPauseMs = 3_600_000
/** Somebody is waiting for it, so the first retry comes soon. */
const quickPauseMs = 5000

/** `attempts` counts the one that just ended, from 1. */
export function afterAction(attempts: number, outcome: MailboxActionOutcome, now: Date): MailboxActionNext {
  if (outcome.kind === 'done') return { state: 'done', reason: null, dueAt: null }
  const reason = outcome.kind === 'away' ? 'mailbox' : outcome.reason
  const isFinal = outcome.kind === 'failed' || (outcome.kind === 'away' && outcome.isFinal) || attempts >= maxAttempts
  if (isFinal) return { state: 'failed', reason, dueAt: null }
  const pauseMs = outcome.kind === 'away' && attempts === 1 ? quickPauseMs : actionPauseMs(attempts)
  return { state: 'waiting', reason, dueAt: new Date(now.getTime() + pauseMs) }
}

/** Doubles from a minute to an hour; also used for interrupted attempts. */
export const actionPauseMs = (attempts: number): number => Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** The names in a folder's path, separated by `/` whatever the server's delimiter; null if invalid. */
export function folderNames(folder: string, delimiter: string): string[] | null {
  const names = folder.split('/').map(name => name.trim())
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}*%]/u.test(name) && (delimiter === '' || !name.includes(delimiter))
  // A server without a delimiter has no nested folders (RFC 2342 §5).
  return names.length <= (delimiter === '' ? 1 : 10) && names.every(isName) ? names : null
}

// What a person asks to be done to a mail in its mailbox, from the phone or the screen, and what follows when it could not be done.
import { afterDeed, type DeedOutcome, type DeedReason } from './deeds.ts'

/** `move_back` ends what `archive` did. */
export type ActKind = 'mark_read' | 'archive' | 'move_back'

export interface ActNext {
  state: 'waiting' | 'done' | 'failed'
  reason: DeedReason | null
  dueAt: Date | null
}

export type ActOutcome = DeedOutcome | { kind: 'away'; isFinal: boolean }

const quickPauseMs = 5000

/** `attempts` counts the one that just ended, from 1. Somebody waits for it: the first repeat comes soon. */
export function afterAct(attempts: number, outcome: ActOutcome, now: Date): ActNext {
  if (outcome.kind !== 'away') return afterDeed(attempts, outcome, now)
  if (outcome.isFinal) return { state: 'failed', reason: 'mailbox', dueAt: null }
  if (attempts === 1) return { state: 'waiting', reason: 'mailbox', dueAt: new Date(now.getTime() + quickPauseMs) }
  const next = afterDeed(attempts, { kind: 'retry', reason: 'gone' }, now)
  return { ...next, reason: 'mailbox' }
}

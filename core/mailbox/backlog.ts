// Decides what to do with messages that arrived while their mailbox was disconnected: none is lost, and the user chooses.
import type { Backlog } from '../api/mail.ts'
import type { Forward } from '../filters/decide.ts'
import type { FinalDecision } from './final-decision.ts'

/** After so long a silence, what came meanwhile is a backlog. */
const longAbsenceMs = 15 * 60_000
/** A mail server dates in seconds, by a clock that is not ours. */
const clocksDifferMs = 60_000
const datedInMs = 1000

/** Nothing was heard of the mailbox from `since` to `until`. */
export interface Absence {
  since: Date
  until: Date
}

/** Null after a short one, or when there was none before. */
export function absenceOf(lastAliveAt: Date | null, now: Date): Absence | null {
  return lastAliveAt && now.getTime() - lastAliveAt.getTime() > longAbsenceMs ? { since: lastAliveAt, until: now } : null
}

/** `receivedAt` is when the mail server took the mail (INTERNALDATE, RFC 3501 §2.3.3); without it a mail is no backlog. */
export function isBacklog(receivedAt: Date | null, absence: Absence | null): boolean {
  if (!receivedAt || !absence) return false
  const at = receivedAt.getTime()
  // What bears the second in which the absence ended may have come after it: better forwarded than held back.
  return at >= absence.since.getTime() - clocksDifferMs && at < Math.floor(absence.until.getTime() / datedInMs) * datedInMs
}

/** What matched nothing stays so. Of a `digest`, what is urgent still comes at once, and what a filter collects comes when it says. */
export function afterAbsence(decision: FinalDecision, choice: Backlog): FinalDecision {
  if (decision.forwards.length === 0 || choice === 'forward') return decision
  if (choice === 'digest') return { ...decision, forwards: decision.forwards.map(collected) }
  const forwards = choice === 'urgent' ? decision.forwards.filter(({ preferences }) => preferences.isUrgent) : []
  return forwards.length > 0 ? { ...decision, forwards } : { ...decision, forwards, result: 'suppressed', reason: 'backlog' }
}

const collected = (forward: Forward): Forward => ({
  ...forward,
  preferences: { ...forward.preferences, digest: forward.preferences.digest ?? { every: 'hour' } },
})

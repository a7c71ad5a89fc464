// Decides what happens to messages that arrived while their mailbox was disconnected, as the user chose.
import type { Backlog } from '../api/mail.ts'
import type { Forward } from '../filters/decide.ts'
import type { FinalDecision } from './final-decision.ts'

/** What arrives during a longer silence is a backlog. */
const longAbsenceMs = 15 * 60_000
/** Mail servers use whole seconds and their own clocks. */
const clockToleranceMs = 60_000
const timestampUnitMs = 1000

/** We had no contact with the mailbox from `since` to `until`. */
export interface Absence {
  since: Date
  until: Date
}

/** Null after a short absence, or before the first contact. */
export function toAbsence(lastAliveAt: Date | null, now: Date): Absence | null {
  return lastAliveAt && now.getTime() - lastAliveAt.getTime() > longAbsenceMs ? { since: lastAliveAt, until: now } : null
}

/** `receivedAt`: when the mail server received the email (INTERNALDATE, RFC 3501 §2.3.3); without it an email is not a backlog. */
export function isBacklog(receivedAt: Date | null, absence: Absence | null): boolean {
  if (!receivedAt || !absence) return false
  const at = receivedAt.getTime()
  // An email from the second in which the absence ended may have arrived after it: better forwarded than held back.
  return at >= absence.since.getTime() - clockToleranceMs && at < Math.floor(absence.until.getTime() / timestampUnitMs) * timestampUnitMs
}

/** Emails without a match are unaffected. With `digest`, urgent emails are still sent at once, and a filter's own digest time applies. */
export function afterAbsence(decision: FinalDecision, choice: Backlog): FinalDecision {
  if (decision.forwards.length === 0 || choice === 'forward') return decision
  if (choice === 'digest') return { ...decision, forwards: decision.forwards.map(toDigest) }
  const forwards = choice === 'urgent' ? decision.forwards.filter(({ preferences }) => preferences.isUrgent) : []
  return forwards.length > 0 ? { ...decision, forwards } : { ...decision, forwards, result: 'suppressed', reason: 'backlog' }
}

const toDigest = (forward: Forward): Forward => ({
  ...forward,
  preferences: { ...forward.preferences, digest: forward.preferences.digest ?? { every: 'hour' } },
})

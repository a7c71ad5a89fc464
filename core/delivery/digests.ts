// Picks the emails that go into a digest: those scheduled for one, and a backlog too long to send one by one.
import type { AttemptOutcome } from './outcome.ts'
import type { StateWithReason } from './outcome-effects.ts'
import { isFinal, stateRank } from './states.ts'

export interface DigestPolicy {
  /** A longer backlog is sent as a digest; null: never. */
  backlogLimit: number | null
  /** The most emails that one digest may hold. */
  maxEmails: number
}

// Each email has its line in the message; the last row of a full list leads to the remaining rows (whatsapp/digest.ts).
export const defaultDigestPolicy: DigestPolicy = { backlogLimit: 10, maxEmails: 30 }

/** A due delivery. `isFresh`: never tried, and not part of a digest that failed. */
export interface DigestCandidate {
  id: string
  forDigest: boolean
  isFresh: boolean
}

/** The ids of those combined with the first of `due` in one digest; none when it is sent individually. `due` is in lane order. */
export function pickDigest(due: DigestCandidate[], policy: DigestPolicy): string[] {
  const firstStale = due.findIndex(delivery => !delivery.isFresh)
  const fresh = firstStale < 0 ? due : due.slice(0, firstStale)
  const isBacklog = policy.backlogLimit !== null && due.length > policy.backlogLimit
  const together = isBacklog ? fresh : fresh[0]?.forDigest ? fresh.filter(delivery => delivery.forDigest) : []
  return together.length < 2 ? [] : together.slice(0, policy.maxEmails).map(delivery => delivery.id)
}

/** What becomes of an email when its digest changes. `leavesDigest`: it is sent individually from now on. */
export interface BundledChange extends StateWithReason {
  leavesDigest: boolean
}

/** `sendIndividually`: the digest itself was at fault, so its emails may succeed without it. Null: it has already left the digest. */
export function updateBundled(
  member: StateWithReason,
  before: StateWithReason,
  after: StateWithReason,
  sendIndividually: boolean,
): BundledChange | null {
  if (!isInStep(member, before)) return isLeftBehind(member, after) ? { state: 'queued', reason: null, leavesDigest: true } : null
  // An email that ended with its digest no longer uses allowance and does not start again.
  if (isFinal(member.state)) return { ...after, leavesDigest: false }
  if (after.state === 'cancelled') return { state: 'queued', reason: null, leavesDigest: true }
  if (after.state === 'failed' && sendIndividually) return { state: 'queued', reason: 'unfolded', leavesDigest: true }
  return { ...after, leavesDigest: false }
}

/** True if the digest failed rather than the phone. If the digest may have arrived, nothing is sent again. */
export function canSendIndividually(outcome: AttemptOutcome, unknownSince: Date | null): boolean {
  if (unknownSince) return false
  if (outcome.kind === 'retry') return outcome.scope === 'delivery'
  return outcome.kind === 'failed' && outcome.stop === 'delivery' && !phoneReasons.has(outcome.reason)
}

const phoneReasons = new Set(['undeliverable', 'withheld', 'opted_out', 'experiment', 'not_in_test_list'])

const isInStep = (member: StateWithReason, digest: StateWithReason): boolean =>
  member.state === digest.state || (stateRank(member.state) < stateRank('sending') && stateRank(digest.state) < stateRank('sending'))

// The email was not in the digest when it was sent.
const isLeftBehind = (member: StateWithReason, digest: StateWithReason): boolean =>
  stateRank(member.state) < stateRank('sending') && (isFinal(digest.state) || stateRank(digest.state) >= stateRank('accepted'))

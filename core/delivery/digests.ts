// Picks the messages of a lane that go into one digest: those that asked for it, and a backlog too long to send one by one.
import type { Outcome } from './outcome.ts'
import type { StateWithReason } from './outcome-effects.ts'
import { isFinal, rank } from './states.ts'

export interface DigestPolicy {
  /** A backlog of more than so many mails folds; null: none does. */
  from: number | null
  /** As many lines as one digest may hold. */
  most: number
}

// Each has its line in the message, and the last row of a list that is full brings the rows of the others (whatsapp/digest.ts).
export const defaultDigestPolicy: DigestPolicy = { from: 10, most: 30 }

/** One that is due, in the order of its lane. `isFresh`: an untried mail that no digest has failed to carry. */
export interface DigestCandidate {
  id: string
  folds: boolean
  isFresh: boolean
}

/** The ids of those that go with the first of `line` in one digest; none when it goes by itself. */
export function digestOf(line: DigestCandidate[], policy: DigestPolicy): string[] {
  const stale = line.findIndex(one => !one.isFresh)
  const fresh = stale < 0 ? line : line.slice(0, stale)
  const isBacklog = policy.from !== null && line.length > policy.from
  const together = isBacklog ? fresh : fresh[0]?.folds ? fresh.filter(one => one.folds) : []
  return together.length < 2 ? [] : together.slice(0, policy.most).map(one => one.id)
}

/** What a mail becomes with the digest that carries it. `leaves`: it goes by itself from now on. */
export interface Followed extends StateWithReason {
  leaves: boolean
}

/** `singly`: the digest itself was at fault, so that its mails may fare better without it. Null: the mail goes its own way already. */
export function follow(mail: StateWithReason, before: StateWithReason, after: StateWithReason, singly: boolean): Followed | null {
  if (!isWith(mail, before)) return isLeftBehind(mail, after) ? { state: 'queued', reason: null, leaves: true } : null
  // One that has ended with its digest takes nothing of the allowance any more, and does not begin again.
  if (isFinal(mail.state)) return { ...after, leaves: false }
  if (after.state === 'cancelled') return { state: 'queued', reason: null, leaves: true }
  if (after.state === 'failed' && singly) return { state: 'queued', reason: 'unfolded', leaves: true }
  return { ...after, leaves: false }
}

/** Was it the digest that failed, and not its phone? Where it may have arrived, nothing goes once more. */
export function mayGoSingly(outcome: Outcome, unknownSince: Date | null): boolean {
  if (unknownSince) return false
  if (outcome.kind === 'retry') return outcome.scope === 'delivery'
  return outcome.kind === 'failed' && outcome.stop === 'delivery' && !ofThePhone.has(outcome.reason)
}

const ofThePhone = new Set(['undeliverable', 'withheld', 'opted_out', 'experiment', 'not_in_test_list'])

const isWith = (mail: StateWithReason, digest: StateWithReason): boolean =>
  mail.state === digest.state || (rank(mail.state) < rank('sending') && rank(digest.state) < rank('sending'))

// It could not be put into the digest that left.
const isLeftBehind = (mail: StateWithReason, digest: StateWithReason): boolean =>
  rank(mail.state) < rank('sending') && (isFinal(digest.state) || rank(digest.state) >= rank('accepted'))

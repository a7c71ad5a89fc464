// Decides what a lane does next: which waiting deliveries may leave, and whether our number may send them.
import { announceAt, type LastAnnounced, type Unannounced } from './announcing.ts'
import { type DigestCandidate, digestOf } from './digests.ts'
import { type DeliveryStep, type Lane, type LaneDelivery, type LanePolicy, nextStep, type TokenBucket } from './lanes.ts'
import { mayCancel } from './states.ts'
import { isOpen } from './window.ts'

/** `probe`: a pause has run out, and one message may find out whether the number works again. */
export type NumberState = { state: 'open' } | { state: 'probe' } | { state: 'paused'; until: Date; reason: string | null }

/** What waits in a lane, as far as its next turn depends on it. Of each kind the first; none holds up those of another. */
export interface LaneSnapshot {
  /** The claim of its sender has run out. */
  sending: LaneDelivery | null
  announcement: LaneDelivery | null
  urgent: LaneDelivery | null
  /** A mail that its person asked to see. */
  shown: LaneDelivery | null
  /** All others that are due, in their order: as many as a digest holds, and at least one more than may go singly. */
  ordinary: (LaneDelivery & DigestCandidate)[]
  /** Looked at only while the window is closed. */
  unannounced: Unannounced
  lastAnnounced: LastAnnounced | null
  /** When the next that waits for its hour may go. */
  nextWaitAt: Date | null
}

/** `fold`: into one new digest. `announce`: by a new announcement when `id` is null, by the one that waits otherwise. */
export type NextLaneStep =
  | { turn: 'send'; id: string; bucket: TokenBucket }
  | { turn: 'fold'; ids: string[]; bucket: TokenBucket }
  | { turn: 'announce'; id: string | null; bucket: TokenBucket }
  | { turn: 'wait'; until: Date | null }
  | { turn: 'hold'; reason: string; until: Date }
  | { turn: 'doubt'; id: string }
  | { turn: 'end'; id: string; state: 'cancelled' | 'expired' | 'failed'; reason: string }

/** `lane` is null when its destination was removed: what waits is cancelled, what may have left keeps its echo's time. */
export function nextLaneStep(lane: Lane | null, line: LaneSnapshot, number: NumberState, now: Date, policy: LanePolicy): NextLaneStep {
  if (line.sending) return lane ? turnOf(nextStep(lane, line.sending, now, policy), line.sending) : withoutDestination(line.sending, now)
  const turns = lane ? turnsOf(lane, line, now, policy) : waitingOf(line).map(head => withoutDestination(head, now))
  const acting = turns.find(t => t.turn !== 'wait' && t.turn !== 'hold')
  if (!acting) return restOf(turns, line.nextWaitAt)
  const leaves = acting.turn === 'send' || acting.turn === 'fold' || acting.turn === 'announce'
  return leaves && number.state === 'paused' ? whilePaused(number, line.nextWaitAt) : acting
}

/** What each could do by itself, the first one first. */
function turnsOf(lane: Lane, line: LaneSnapshot, now: Date, policy: LanePolicy): NextLaneStep[] {
  const isClosed = !isOpen(lane.lastInboundAt, now)
  const { announcement, ordinary } = line
  const first = ordinary[0]
  const step = (head: LaneDelivery) => turnOf(nextStep(lane, head, now, policy), head)
  return [
    isClosed ? announcing(lane, line, now, policy) : announcement && afterOpening(announcement, now),
    line.urgent && step(line.urgent),
    line.shown && step(line.shown),
    first && (isClosed && first.kind === 'digest' ? unfolding(first, now) : folding(step(first), ordinary, policy)),
  ].flatMap(turn => turn ?? [])
}

function announcing(
  lane: Lane,
  { announcement, unannounced, lastAnnounced }: LaneSnapshot,
  now: Date,
  policy: LanePolicy,
): NextLaneStep | null {
  if (announcement) return asAnnouncement(turnOf(nextStep(lane, announcement, now, policy), announcement), announcement.id)
  const at = announceAt(unannounced, lastAnnounced, policy.announce)
  if (!at) return null
  if (at > now) return { turn: 'wait', until: at }
  const urgent = unannounced.urgentFrom !== null
  const fresh: LaneDelivery = { id: '', kind: 'announcement', urgent, state: 'queued', dueAt: null, attempts: 0, createdAt: now }
  return asAnnouncement(turnOf(nextStep(lane, fresh, now, policy), fresh), null)
}

const asAnnouncement = (turn: NextLaneStep, id: string | null): NextLaneStep =>
  turn.turn === 'send' ? { turn: 'announce', id, bucket: turn.bucket } : turn

/** The person has written: what the announcement would say is no news any more. */
function afterOpening(announcement: LaneDelivery, now: Date): NextLaneStep {
  if (announcement.state !== 'unknown') return { turn: 'end', id: announcement.id, state: 'cancelled', reason: 'window_opened' }
  return outOfDoubt(announcement, now)
}

/** A digest that can no longer leave gives its mails back, to be announced; one in doubt may have arrived. */
function unfolding(digest: LaneDelivery, now: Date): NextLaneStep {
  if (digest.state !== 'unknown') return { turn: 'end', id: digest.id, state: 'cancelled', reason: 'window_closed' }
  return outOfDoubt(digest, now)
}

function outOfDoubt(head: LaneDelivery, now: Date): NextLaneStep {
  if (head.dueAt && head.dueAt > now) return { turn: 'wait', until: head.dueAt }
  return { turn: 'end', id: head.id, state: 'failed', reason: 'outcome_unknown' }
}

function folding(turn: NextLaneStep, ordinary: DigestCandidate[], policy: LanePolicy): NextLaneStep {
  if (turn.turn !== 'send') return turn
  const ids = digestOf(ordinary, policy.digest)
  return ids.length > 0 ? { turn: 'fold', ids, bucket: turn.bucket } : turn
}

function turnOf(step: DeliveryStep, { id }: LaneDelivery): NextLaneStep {
  switch (step.step) {
    case 'send':
      return { turn: 'send', id, bucket: step.bucket }
    case 'wait':
      return { turn: 'wait', until: step.until }
    case 'hold':
      return { turn: 'hold', reason: step.reason, until: step.until }
    case 'expire':
      return { turn: 'end', id, state: 'expired', reason: step.reason }
    case 'fail':
      return { turn: 'end', id, state: 'failed', reason: step.reason }
    case 'doubt':
      return { turn: 'doubt', id }
  }
}

/** Nothing can be done now: until the first hour at which something can. */
function restOf(turns: NextLaneStep[], nextWaitAt: Date | null): NextLaneStep {
  const untils = [...turns.flatMap(t => ('until' in t ? (t.until ?? []) : [])), ...(nextWaitAt ? [nextWaitAt] : [])]
  const until = untils.length > 0 ? new Date(Math.min(...untils.map(u => u.getTime()))) : null
  const hold = turns.find(t => t.turn === 'hold')
  return hold && until ? { turn: 'hold', reason: hold.reason, until } : { turn: 'wait', until }
}

// Without a reason the number only catches its breath: what waits stays as it is.
function whilePaused({ until, reason }: Extract<NumberState, { state: 'paused' }>, nextWaitAt: Date | null): NextLaneStep {
  return restOf([reason === null ? { turn: 'wait', until } : { turn: 'hold', reason, until }], nextWaitAt)
}

const waitingOf = ({ announcement, urgent, shown, ordinary }: LaneSnapshot): LaneDelivery[] =>
  [announcement, urgent, shown, ordinary[0]].flatMap(head => head ?? [])

function withoutDestination(head: LaneDelivery, now: Date): NextLaneStep {
  const { id, state } = head
  if (mayCancel(state)) return { turn: 'end', id, state: 'cancelled', reason: 'destination_removed' }
  if (head.dueAt && head.dueAt > now) return { turn: 'wait', until: head.dueAt }
  return state === 'sending' ? { turn: 'doubt', id } : { turn: 'end', id, state: 'failed', reason: 'outcome_unknown' }
}

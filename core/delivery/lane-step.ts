// Decides what a lane does next: which waiting deliveries may be sent, and whether our number may send them.
import { announceAt, type LastAnnounced, type Unannounced } from './announcing.ts'
import { type DigestCandidate, pickDigest } from './digests.ts'
import { type DeliveryStep, type Lane, type LaneDelivery, type LanePolicy, nextStep, type TokenBucket } from './lanes.ts'
import { mayCancel } from './states.ts'
import { isWindowOpen } from './window.ts'

/** `probe`: a pause is over, and a single message may test whether the number works again. */
export type NumberState = { state: 'open' } | { state: 'probe' } | { state: 'paused'; until: Date; reason: string | null }

/** The first waiting delivery of each kind in a lane. Kinds do not hold each other up. */
export interface LaneSnapshot {
  /** Its sender's claim has run out. */
  sending: LaneDelivery | null
  announcement: LaneDelivery | null
  urgent: LaneDelivery | null
  /** An email that the user asked to see. */
  shown: LaneDelivery | null
  /** All other due deliveries, in order: as many as a digest holds, and at least one more than may go individually. */
  ordinary: (LaneDelivery & DigestCandidate)[]
  /** Used only while the window is closed. */
  unannounced: Unannounced
  lastAnnounced: LastAnnounced | null
  /** When the next scheduled delivery may be sent. */
  nextWaitAt: Date | null
}

/** `digest`: combine these into a new digest. `announce`: with a new announcement if `id` is null, else with the waiting one. */
export type NextLaneStep =
  | { step: 'send'; id: string; bucket: TokenBucket }
  | { step: 'digest'; ids: string[]; bucket: TokenBucket }
  | { step: 'announce'; id: string | null; bucket: TokenBucket }
  | { step: 'wait'; until: Date | null }
  | { step: 'hold'; reason: string; until: Date }
  | { step: 'recover'; id: string }
  | { step: 'end'; id: string; state: 'cancelled' | 'expired' | 'failed'; reason: string }

/**
 * `lane` is null when its destination was removed: waiting deliveries are cancelled, and those that may have been sent keep
 * waiting for their echo.
 */
export function nextLaneStep(lane: Lane | null, snapshot: LaneSnapshot, number: NumberState, now: Date, policy: LanePolicy): NextLaneStep {
  const { sending, nextWaitAt } = snapshot
  if (sending) return lane ? toLaneStep(nextStep(lane, sending, now, policy), sending) : stepWithoutDestination(sending, now)
  const steps = lane
    ? possibleSteps(lane, snapshot, now, policy)
    : firstOfEachKind(snapshot).map(delivery => stepWithoutDestination(delivery, now))
  const action = steps.find(s => s.step !== 'wait' && s.step !== 'hold')
  if (!action) return earliestWait(steps, nextWaitAt)
  const sends = action.step === 'send' || action.step === 'digest' || action.step === 'announce'
  return sends && number.state === 'paused' ? waitForNumber(number, nextWaitAt) : action
}

/** What each kind could do on its own, in order of priority. */
function possibleSteps(lane: Lane, snapshot: LaneSnapshot, now: Date, policy: LanePolicy): NextLaneStep[] {
  const isClosed = !isWindowOpen(lane.lastInboundAt, now)
  const { announcement, urgent, shown, ordinary } = snapshot
  const first = ordinary[0]
  const stepFor = (delivery: LaneDelivery) => toLaneStep(nextStep(lane, delivery, now, policy), delivery)
  return [
    isClosed ? announcementStep(lane, snapshot, now, policy) : announcement && stepAfterOpening(announcement, now),
    urgent && stepFor(urgent),
    shown && stepFor(shown),
    first && (isClosed && first.kind === 'digest' ? dissolveDigest(first, now) : sendOrDigest(stepFor(first), ordinary, policy)),
  ].flatMap(step => step ?? [])
}

function announcementStep(
  lane: Lane,
  { announcement, unannounced, lastAnnounced }: LaneSnapshot,
  now: Date,
  policy: LanePolicy,
): NextLaneStep | null {
  if (announcement) return asAnnouncement(toLaneStep(nextStep(lane, announcement, now, policy), announcement), announcement.id)
  const at = announceAt(unannounced, lastAnnounced, policy.announce)
  if (!at) return null
  if (at > now) return { step: 'wait', until: at }
  const urgent = unannounced.urgentFrom !== null
  const fresh: LaneDelivery = { id: '', kind: 'announcement', urgent, state: 'queued', dueAt: null, attempts: 0, createdAt: now }
  return asAnnouncement(toLaneStep(nextStep(lane, fresh, now, policy), fresh), null)
}

const asAnnouncement = (step: NextLaneStep, id: string | null): NextLaneStep =>
  step.step === 'send' ? { step: 'announce', id, bucket: step.bucket } : step

/** The user has written, so the announcement is no longer needed. */
function stepAfterOpening(announcement: LaneDelivery, now: Date): NextLaneStep {
  if (announcement.state !== 'unknown') return { step: 'end', id: announcement.id, state: 'cancelled', reason: 'window_opened' }
  return waitForEcho(announcement, now)
}

/** A digest that can no longer be sent releases its emails, to be announced; one with an unknown outcome may have arrived. */
function dissolveDigest(digest: LaneDelivery, now: Date): NextLaneStep {
  if (digest.state !== 'unknown') return { step: 'end', id: digest.id, state: 'cancelled', reason: 'window_closed' }
  return waitForEcho(digest, now)
}

function waitForEcho({ id, dueAt }: LaneDelivery, now: Date): NextLaneStep {
  if (dueAt && dueAt > now) return { step: 'wait', until: dueAt }
  return { step: 'end', id, state: 'failed', reason: 'outcome_unknown' }
}

function sendOrDigest(step: NextLaneStep, ordinary: DigestCandidate[], policy: LanePolicy): NextLaneStep {
  if (step.step !== 'send') return step
  const ids = pickDigest(ordinary, policy.digest)
  return ids.length > 0 ? { step: 'digest', ids, bucket: step.bucket } : step
}

function toLaneStep(step: DeliveryStep, { id }: LaneDelivery): NextLaneStep {
  switch (step.step) {
    case 'send':
      return { step: 'send', id, bucket: step.bucket }
    case 'wait':
      return { step: 'wait', until: step.until }
    case 'hold':
      return { step: 'hold', reason: step.reason, until: step.until }
    case 'expire':
      return { step: 'end', id, state: 'expired', reason: step.reason }
    case 'fail':
      return { step: 'end', id, state: 'failed', reason: step.reason }
    case 'recover':
      return { step: 'recover', id }
  }
}

/** Nothing can be done now: wait until the first moment at which something can. */
function earliestWait(steps: NextLaneStep[], nextWaitAt: Date | null): NextLaneStep {
  const times = [...steps.flatMap(s => ('until' in s ? (s.until ?? []) : [])), ...(nextWaitAt ? [nextWaitAt] : [])]
  const until = times.length > 0 ? new Date(Math.min(...times.map(t => t.getTime()))) : null
  const hold = steps.find(s => s.step === 'hold')
  return hold && until ? { step: 'hold', reason: hold.reason, until } : { step: 'wait', until }
}

// A pause without a reason is a short one for our pace: waiting deliveries keep their state.
function waitForNumber({ until, reason }: Extract<NumberState, { state: 'paused' }>, nextWaitAt: Date | null): NextLaneStep {
  return earliestWait([reason === null ? { step: 'wait', until } : { step: 'hold', reason, until }], nextWaitAt)
}

const firstOfEachKind = ({ announcement, urgent, shown, ordinary }: LaneSnapshot): LaneDelivery[] =>
  [announcement, urgent, shown, ordinary[0]].flatMap(delivery => delivery ?? [])

function stepWithoutDestination(delivery: LaneDelivery, now: Date): NextLaneStep {
  const { id, state } = delivery
  if (mayCancel(state)) return { step: 'end', id, state: 'cancelled', reason: 'destination_removed' }
  if (delivery.dueAt && delivery.dueAt > now) return { step: 'wait', until: delivery.dueAt }
  return state === 'sending' ? { step: 'recover', id } : { step: 'end', id, state: 'failed', reason: 'outcome_unknown' }
}

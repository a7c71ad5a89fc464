// Claims deliveries that may be sent now, across many lanes, and commits their attempts before anything is sent.
import { followers } from '../../../core/delivery/lane-run.ts'
import { type NumberState, nextLaneStep } from '../../../core/delivery/lane-step.ts'
import { inPipeline } from '../../foundation/db/pipeline.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Pace } from '../number/pace.ts'
import { type Closing, closeAbandoned } from '../outcomes/close.ts'
import type { OnFinal } from '../outcomes/queue.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import type { OnStep } from '../steps.ts'
import { writeLaneSteps } from './lane-steps-queue.ts'
import { createMessages, lockChosen, sendsNow } from './messages.ts'
import { countDue, type DueLane, type PhoneRow, readPhones, readWaiting, takeDueLanes, takeProbe, type WaitingRow } from './queue.ts'
import { type LaneCandidate, toClaimed, toLane, toLaneStep, toSnapshot } from './rows.ts'

export interface ClaimDeps {
  host: string
  numberId: string
  policy: DeliveryPolicy
  pace: Pace
  onFinal: OnFinal
  onStep?: OnStep | undefined
}

/** How many lanes are taken at most, and how many emails of each. */
export interface ClaimLimits {
  lanes: number
  run: number
}

/** Takes due lanes; when this resolves, the attempt of each claimed delivery is committed. Those of one lane follow each other in order. */
export async function claim(db: Db, now: Date, limits: ClaimLimits, deps: ClaimDeps): Promise<ClaimedDelivery[]> {
  const due = await countDue(db, now, limits)
  if (due === 0) return []
  // Before the transaction: a host that freezes in it must not keep the pace of all others.
  const granted = await deps.pace.take(db, due, now)
  deps.onStep?.('claim:paced')
  const { claimed, closing } = await inPipeline(db, tx => stepDueLanes(tx, now, limits, { ...deps, granted }))
  deps.onStep?.('claim:committed')
  if (claimed.length < granted) await deps.pace.giveBack(db, granted - claimed.length, now)
  if (closing.length > 0) await closeAbandoned(db, closing, now, deps)
  return claimed
}

async function stepDueLanes(
  tx: Tx,
  now: Date,
  limits: ClaimLimits,
  deps: ClaimDeps & { granted: number },
): Promise<{ claimed: ClaimedDelivery[]; closing: Closing[] }> {
  const { policy, granted } = deps
  const lanes = await takeDueLanes(tx, now, limits.lanes)
  if (lanes.length === 0) return { claimed: [], closing: [] }
  deps.onStep?.('claim:locked')
  const decided = await decideWithProbe(tx, await readLanes(tx, lanes, now, deps), limits, now, deps)
  const locked = await lockChosen(tx, keepPace(decided, granted))
  const created = await createMessages(tx, locked, now)
  const steps = created.map(({ candidate, messages }) => toLaneStep(candidate, messages, now, policy))
  await writeLaneSteps(tx, deps.host, steps, now)
  deps.onStep?.('claim:written')
  return {
    claimed: created.flatMap(({ candidate, messages }) => toClaimed(candidate, messages, now, policy)),
    closing: created.flatMap(({ candidate }) => toClosing(candidate)),
  }
}

type Undecided = Omit<LaneCandidate, 'step' | 'followers'>

async function readLanes(tx: Tx, lanes: DueLane[], now: Date, { numberId, policy }: ClaimDeps): Promise<Undecided[]> {
  const { backlogLimit, maxEmails } = policy.lane.digest
  const [phones, waiting] = await Promise.all([
    readPhones(tx, lanes, numberId, now),
    readWaiting(tx, lanes, Math.max(maxEmails, (backlogLimit ?? 0) + 1), now),
  ])
  const belongsTo = (lane: DueLane) => (row: PhoneRow | WaitingRow) =>
    row.destination_id === lane.destination_id && row.user_id === lane.user_id
  return lanes.flatMap(lane => {
    const phone = phones.find(belongsTo(lane))
    return phone ? [{ lane, phone, waiting: waiting.filter(belongsTo(lane)) }] : []
  })
}

/** After a pause, a single message on a single host may try the number. */
async function decideWithProbe(
  tx: Tx,
  lanes: Undecided[],
  { run }: ClaimLimits,
  now: Date,
  { policy, numberId }: ClaimDeps,
): Promise<LaneCandidate[]> {
  const pausedAgainUntil = new Date(now.getTime() + policy.probeMs)
  const { paused_until: pausedUntil = null, pause_reason: reason = null } = lanes[0]?.phone ?? {}
  const pausedAgain: NumberState = { state: 'paused', until: pausedAgainUntil, reason }
  if (!pausedUntil)
    return decideAll(lanes, { state: 'open' }, pausedAgain, now, policy).map(one => withFollowers(one, run - 1, now, policy))
  if (pausedUntil > now) return decideAll(lanes, { ...pausedAgain, until: pausedUntil }, pausedAgain, now, policy)
  const candidates = decideAll(lanes, { state: 'probe' }, pausedAgain, now, policy)
  if (!candidates.some(sendsNow) || (await takeProbe(tx, numberId, pausedUntil, pausedAgainUntil))) return candidates
  return decideAll(lanes, pausedAgain, pausedAgain, now, policy)
}

function decideAll(
  lanes: Undecided[],
  numberState: NumberState,
  afterProbe: NumberState,
  now: Date,
  policy: DeliveryPolicy,
): LaneCandidate[] {
  let number = numberState
  return lanes.map(({ lane, phone, waiting }) => {
    const step = nextLaneStep(toLane(lane, phone), toSnapshot(lane, phone, waiting), number, now, policy.lane)
    if ('bucket' in step && number.state === 'probe') number = afterProbe
    return { lane, phone, waiting, step, followers: [] }
  })
}

function withFollowers(candidate: LaneCandidate, maxFollowers: number, now: Date, policy: DeliveryPolicy): LaneCandidate {
  const { lane, phone, waiting, step } = candidate
  const phoneLane = toLane(lane, phone)
  if (step.step !== 'send' || !phoneLane || maxFollowers === 0) return candidate
  return { ...candidate, followers: followers(phoneLane, toSnapshot(lane, phone, waiting), step, maxFollowers, now, policy.lane) }
}

/** Lanes that exceed our number's pace stay due, so each is served in order; what is left over goes to those behind the first of each. */
function keepPace(candidates: LaneCandidate[], granted: number): LaneCandidate[] {
  const refused = new Set(candidates.filter(sendsNow).slice(granted))
  const kept = candidates.filter(candidate => !refused.has(candidate))
  let left = granted - kept.filter(sendsNow).length
  return kept.map(candidate => {
    const followers = candidate.followers.slice(0, Math.max(0, left))
    left -= followers.length
    return { ...candidate, followers }
  })
}

function toClosing({ phone, waiting, step }: LaneCandidate): Closing[] {
  if (step.step !== 'recover' && step.step !== 'end') return []
  const isClosed = ({ id, slot }: WaitingRow) => id === step.id || (step.step === 'recover' && slot === 'sending')
  return waiting.filter(isClosed).map(({ id, state, attempts }) => ({
    ...{ userId: phone.user_id, deliveryId: id, state, attempt: attempts },
    step: { ...step, id },
  }))
}

// Claims deliveries that may be sent now, across many lanes, and commits their attempts before anything is sent.
import { type NumberState, nextLaneStep } from '../../../core/delivery/lane-step.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { returnTokens, takeForMessages } from '../number/queue.ts'
import { type Closing, closeAbandoned } from '../outcomes/close.ts'
import type { OnFinal } from '../outcomes/queue.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import type { OnStep } from '../steps.ts'
import { holdLanes, releaseLanes, writeLaneSteps } from './lane-steps-queue.ts'
import { createMessages, lockChosen, sendsNow } from './messages.ts'
import { countDueLanes, type DueLane, type PhoneRow, readPhones, readWaiting, takeDueLanes, takeProbe, type WaitingRow } from './queue.ts'
import { type LaneCandidate, toClaimed, toLane, toLaneStep, toSnapshot } from './rows.ts'

export interface ClaimDeps {
  host: string
  numberId: string
  policy: DeliveryPolicy
  onFinal: OnFinal
  onStep?: OnStep | undefined
}

/** Takes up to `limit` due lanes; when this resolves, the attempt of each claimed delivery is committed. */
export async function claim(db: Db, now: Date, limit: number, deps: ClaimDeps): Promise<ClaimedDelivery[]> {
  const due = await countDueLanes(db, now, limit)
  if (due === 0) return []
  const { numberId, policy } = deps
  const granted = await takeForMessages(db, numberId, due, policy.numberPerSecond, now)
  deps.onStep?.('claim:paced')
  const { claimed, closing, paced } = await db.transaction().execute(tx => stepDueLanes(tx, now, limit, { ...deps, granted }))
  deps.onStep?.('claim:committed')
  if (paced < granted) await returnTokens(db, numberId, granted - paced, policy.numberPerSecond, now)
  if (closing.length > 0) await closeAbandoned(db, closing, now, deps)
  return claimed
}

async function stepDueLanes(
  tx: Tx,
  now: Date,
  limit: number,
  deps: ClaimDeps & { granted: number },
): Promise<{ claimed: ClaimedDelivery[]; closing: Closing[]; paced: number }> {
  const { policy, granted } = deps
  const lanes = await takeDueLanes(tx, now, limit)
  if (lanes.length === 0) return { claimed: [], closing: [], paced: 0 }
  deps.onStep?.('claim:locked')
  const decided = await decideWithProbe(tx, await readLanes(tx, lanes, now, deps), now, deps)
  const paced = keepPace(await lockChosen(tx, decided), granted)
  const created = await createMessages(tx, paced, now)
  const rows = created.map(({ candidate, message }) => toLaneStep(candidate, message, now, policy))
  await writeLaneSteps(tx, deps.host, rows, now)
  if (rows.some(r => r.hold_reason !== null)) await holdLanes(tx, rows, now)
  if (rows.some(r => r.releases_held)) await releaseLanes(tx, rows, now)
  deps.onStep?.('claim:written')
  return {
    claimed: created.flatMap(({ candidate, message }) => toClaimed(candidate, message, now, policy)),
    closing: created.flatMap(({ candidate }) => toClosing(candidate)),
    paced: paced.filter(sendsNow).length,
  }
}

type Undecided = Omit<LaneCandidate, 'step'>

async function readLanes(tx: Tx, lanes: DueLane[], now: Date, { numberId, policy }: ClaimDeps): Promise<Undecided[]> {
  const { backlogLimit, maxEmails } = policy.lane.digest
  const phones = await readPhones(tx, lanes, numberId, now)
  const waiting = await readWaiting(tx, lanes, Math.max(maxEmails, (backlogLimit ?? 0) + 1), now)
  const belongsTo = (lane: DueLane) => (row: PhoneRow | WaitingRow) =>
    row.destination_id === lane.destination_id && row.user_id === lane.user_id
  return lanes.flatMap(lane => {
    const phone = phones.find(belongsTo(lane))
    return phone ? [{ lane, phone, waiting: waiting.filter(belongsTo(lane)) }] : []
  })
}

/** After a pause, a single message on a single host may try the number. */
async function decideWithProbe(tx: Tx, lanes: Undecided[], now: Date, { policy, numberId }: ClaimDeps): Promise<LaneCandidate[]> {
  const pausedAgainUntil = new Date(now.getTime() + policy.probeMs)
  const { paused_until: pausedUntil = null, pause_reason: reason = null } = lanes[0]?.phone ?? {}
  const pausedAgain: NumberState = { state: 'paused', until: pausedAgainUntil, reason }
  if (!pausedUntil) return decideAll(lanes, { state: 'open' }, pausedAgain, now, policy)
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
    return { lane, phone, waiting, step }
  })
}

/** Lanes that exceed our number's pace stay due, so each is served in order. */
function keepPace(candidates: LaneCandidate[], granted: number): LaneCandidate[] {
  const refused = new Set(candidates.filter(sendsNow).slice(granted))
  return candidates.filter(candidate => !refused.has(candidate))
}

function toClosing({ phone, waiting, step }: LaneCandidate): Closing[] {
  if (step.step !== 'recover' && step.step !== 'end') return []
  const row = waiting.find(r => r.id === step.id)
  return row ? [{ userId: phone.user_id, deliveryId: row.id, state: row.state, attempt: row.attempts, step }] : []
}

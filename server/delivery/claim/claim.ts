// Claims deliveries that may leave now, over many lanes, and commits their attempts before anything is sent.
import { type NumberState, nextLaneStep } from '../../../core/delivery/lane-step.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { drawMessages } from '../number/queue.ts'
import { type Closing, closeAbandoned } from '../outcomes/close.ts'
import type { OnFinal } from '../outcomes/queue.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import { freeLanes, holdLanes, writeLaneSteps } from './lane-steps-queue.ts'
import { createMessages, lockChosen, sendsNow } from './messages.ts'
import { type DueLane, type PhoneRow, readPhones, readWaiting, takeDueLanes, takeProbe, type WaitingRow } from './queue.ts'
import { claimedOf, type LaneCandidate, laneOf, snapshotOf, stepOf } from './rows.ts'

export interface ClaimDeps {
  host: string
  numberId: string
  policy: DeliveryPolicy
  onFinal: OnFinal
}

/** Takes up to `limit` lanes that are due; each claimed delivery has its attempt committed when this resolves. */
export async function claim(db: Db, now: Date, limit: number, deps: ClaimDeps): Promise<ClaimedDelivery[]> {
  const { claimed, closing } = await db.transaction().execute(tx => takeTurns(tx, now, limit, deps))
  if (closing.length > 0) await closeAbandoned(db, closing, now, deps)
  return claimed
}

async function takeTurns(tx: Tx, now: Date, limit: number, deps: ClaimDeps): Promise<{ claimed: ClaimedDelivery[]; closing: Closing[] }> {
  const { policy } = deps
  const lanes = await takeDueLanes(tx, now, limit)
  if (lanes.length === 0) return { claimed: [], closing: [] }
  const decided = await agreeOnProbe(tx, await readAll(tx, lanes, now, deps), now, deps)
  const paced = await keepPace(tx, await lockChosen(tx, decided), now, deps)
  const made = await createMessages(tx, paced, now)
  const rows = made.map(({ candidate, leaving }) => stepOf(candidate, leaving, now, policy))
  await writeLaneSteps(tx, deps.host, rows, now)
  if (rows.some(r => r.hold_reason !== null)) await holdLanes(tx, rows, now)
  if (rows.some(r => r.frees)) await freeLanes(tx, rows, now)
  return {
    claimed: made.flatMap(({ candidate, leaving }) => claimedOf(candidate, leaving, now, policy)),
    closing: made.flatMap(({ candidate }) => closingOf(candidate)),
  }
}

type Undecided = Omit<LaneCandidate, 'turn'>

async function readAll(tx: Tx, lanes: DueLane[], now: Date, { numberId, policy }: ClaimDeps): Promise<Undecided[]> {
  const { from, most } = policy.lane.digest
  const phones = await readPhones(tx, lanes, numberId, now)
  const lines = await readWaiting(tx, lanes, Math.max(most, (from ?? 0) + 1), now)
  const isOf = (lane: DueLane) => (row: PhoneRow | WaitingRow) => row.destination_id === lane.destination_id && row.user_id === lane.user_id
  return lanes.flatMap(lane => {
    const phone = phones.find(isOf(lane))
    return phone ? [{ lane, phone, lines: lines.filter(isOf(lane)) }] : []
  })
}

/** When a pause is over, one message alone may try the number, on one host. */
async function agreeOnProbe(tx: Tx, lanes: Undecided[], now: Date, { policy, numberId }: ClaimDeps): Promise<LaneCandidate[]> {
  const nextUntil = new Date(now.getTime() + policy.probeMs)
  const { paused_until: pausedUntil = null, pause_reason: reason = null } = lanes[0]?.phone ?? {}
  const again: NumberState = { state: 'paused', until: nextUntil, reason }
  if (!pausedUntil) return decideAll(lanes, { state: 'open' }, again, now, policy)
  if (pausedUntil > now) return decideAll(lanes, { ...again, until: pausedUntil }, again, now, policy)
  const candidates = decideAll(lanes, { state: 'probe' }, again, now, policy)
  if (!candidates.some(sendsNow) || (await takeProbe(tx, numberId, pausedUntil, nextUntil))) return candidates
  return decideAll(lanes, again, again, now, policy)
}

function decideAll(lanes: Undecided[], first: NumberState, afterProbe: NumberState, now: Date, policy: DeliveryPolicy): LaneCandidate[] {
  let number = first
  return lanes.map(({ lane, phone, lines }) => {
    const turn = nextLaneStep(laneOf(lane, phone), snapshotOf(lane, phone, lines), number, now, policy.lane)
    if ('bucket' in turn && number.state === 'probe') number = afterProbe
    return { lane, phone, lines, turn }
  })
}

/** Lanes for which our number is too busy stay due as they are, so that each comes when it is its turn. */
async function keepPace(tx: Tx, candidates: LaneCandidate[], now: Date, { numberId, policy }: ClaimDeps): Promise<LaneCandidate[]> {
  const leaving = candidates.filter(sendsNow)
  if (leaving.length === 0) return candidates
  const granted = await drawMessages(tx, numberId, leaving.length, policy.numberPerSecond, now)
  const refused = new Set(leaving.slice(granted))
  return candidates.filter(candidate => !refused.has(candidate))
}

function closingOf({ phone, lines, turn }: LaneCandidate): Closing[] {
  if (turn.turn !== 'doubt' && turn.turn !== 'end') return []
  const line = lines.find(l => l.id === turn.id)
  return line ? [{ userId: phone.user_id, deliveryId: line.id, state: line.state, attempt: line.attempts, turn }] : []
}

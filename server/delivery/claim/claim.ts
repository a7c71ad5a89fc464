// Claims what is due: each lane decides what may leave it, and what is to be sent is written down before anything is sent.
import { type NumberState, takeTurn } from '../../../core/delivery/turn.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { drawMessages } from '../number/queue.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import { type Closing, closeHeads } from '../settle/close.ts'
import type { OnFinal } from '../settle/queue.ts'
import { isLeaving, lockChosen, makeLeaving } from './leaving.ts'
import { type DueLane, type LineRow, type PhoneRow, readLines, readPhones, takeDueLanes, takeProbe } from './queue.ts'
import { type Candidate, claimedOf, laneOf, lineOf, rowOf } from './rows.ts'
import { freeLanes, holdLanes, writeTurns } from './turns/queue.ts'

export interface ClaimParts {
  host: string
  numberId: string
  policy: DeliveryPolicy
  onFinal: OnFinal
}

/** Takes up to `limit` lanes that are due; each claimed delivery has its attempt committed when this resolves. */
export async function claim(db: Db, now: Date, limit: number, parts: ClaimParts): Promise<ClaimedDelivery[]> {
  const { claimed, closing } = await db.transaction().execute(tx => takeTurns(tx, now, limit, parts))
  if (closing.length > 0) await closeHeads(db, closing, now, parts)
  return claimed
}

async function takeTurns(tx: Tx, now: Date, limit: number, parts: ClaimParts): Promise<{ claimed: ClaimedDelivery[]; closing: Closing[] }> {
  const { policy } = parts
  const lanes = await takeDueLanes(tx, now, limit)
  if (lanes.length === 0) return { claimed: [], closing: [] }
  const decided = await agreeOnProbe(tx, await readAll(tx, lanes, now, parts), now, parts)
  const paced = await keepPace(tx, await lockChosen(tx, decided), now, parts)
  const made = await makeLeaving(tx, paced, now)
  const rows = made.map(({ candidate, leaving }) => rowOf(candidate, leaving, now, policy))
  await writeTurns(tx, parts.host, rows, now)
  if (rows.some(r => r.hold_reason !== null)) await holdLanes(tx, rows, now)
  if (rows.some(r => r.frees)) await freeLanes(tx, rows, now)
  return {
    claimed: made.flatMap(({ candidate, leaving }) => claimedOf(candidate, leaving, now, policy)),
    closing: made.flatMap(({ candidate }) => closingOf(candidate)),
  }
}

type Undecided = Omit<Candidate, 'turn'>

async function readAll(tx: Tx, lanes: DueLane[], now: Date, { numberId, policy }: ClaimParts): Promise<Undecided[]> {
  const { from, most } = policy.lane.fold
  const phones = await readPhones(tx, lanes, numberId, now)
  const lines = await readLines(tx, lanes, Math.max(most, (from ?? 0) + 1), now)
  const isOf = (lane: DueLane) => (row: PhoneRow | LineRow) => row.destination_id === lane.destination_id && row.user_id === lane.user_id
  return lanes.flatMap(lane => {
    const phone = phones.find(isOf(lane))
    return phone ? [{ lane, phone, lines: lines.filter(isOf(lane)) }] : []
  })
}

/** When a pause is over, one message alone may try the number, on one host. */
async function agreeOnProbe(tx: Tx, lanes: Undecided[], now: Date, { policy, numberId }: ClaimParts): Promise<Candidate[]> {
  const nextUntil = new Date(now.getTime() + policy.probeMs)
  const { paused_until: pausedUntil = null, pause_reason: reason = null } = lanes[0]?.phone ?? {}
  const again: NumberState = { state: 'paused', until: nextUntil, reason }
  if (!pausedUntil) return decideAll(lanes, { state: 'open' }, again, now, policy)
  if (pausedUntil > now) return decideAll(lanes, { ...again, until: pausedUntil }, again, now, policy)
  const candidates = decideAll(lanes, { state: 'probe' }, again, now, policy)
  if (!candidates.some(isLeaving) || (await takeProbe(tx, numberId, pausedUntil, nextUntil))) return candidates
  return decideAll(lanes, again, again, now, policy)
}

function decideAll(lanes: Undecided[], first: NumberState, afterProbe: NumberState, now: Date, policy: DeliveryPolicy): Candidate[] {
  let number = first
  return lanes.map(({ lane, phone, lines }) => {
    const turn = takeTurn(laneOf(lane, phone), lineOf(lane, phone, lines), number, now, policy.lane)
    if ('bucket' in turn && number.state === 'probe') number = afterProbe
    return { lane, phone, lines, turn }
  })
}

/** Lanes for which our number is too busy stay due as they are, so that each comes when it is its turn. */
async function keepPace(tx: Tx, candidates: Candidate[], now: Date, { numberId, policy }: ClaimParts): Promise<Candidate[]> {
  const leaving = candidates.filter(isLeaving)
  if (leaving.length === 0) return candidates
  const granted = await drawMessages(tx, numberId, leaving.length, policy.numberPerSecond, now)
  const refused = new Set(leaving.slice(granted))
  return candidates.filter(candidate => !refused.has(candidate))
}

function closingOf({ phone, lines, turn }: Candidate): Closing[] {
  if (turn.turn !== 'doubt' && turn.turn !== 'end') return []
  const line = lines.find(l => l.id === turn.id)
  return line ? [{ userId: phone.user_id, deliveryId: line.id, state: line.state, attempt: line.attempts, turn }] : []
}

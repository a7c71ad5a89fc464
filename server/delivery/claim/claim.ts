// Claims what is due: each lane's head is decided on, and those to be sent are written down before anything is sent.
import type { Head, Lane } from '../../../core/delivery/lanes.ts'
import { type NumberState, takeTurn } from '../../../core/delivery/turn.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import { type Closing, closeHeads } from '../settle/close.ts'
import type { OnFinal } from '../settle/queue.ts'
import {
  type DueLane,
  type HeadRow,
  holdFollowers,
  lockHeads,
  readHeads,
  takeDueLanes,
  takeProbe,
  type WaitingHead,
  writeTurns,
} from './queue.ts'
import { type Candidate, claimedOf, rowOf } from './rows.ts'

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
  const lanes = await takeDueLanes(tx, now, limit)
  if (lanes.length === 0) return { claimed: [], closing: [] }
  const heads = await readHeads(tx, lanes, parts.numberId)
  const free = await lockHeads(tx, heads)
  const candidates = lanes.map(lane => ({ lane, head: headAt(lane, heads, free) }))
  const turns = await agreeOnProbe(tx, candidates, heads[0], now, parts)
  const rows = turns.map(turn => rowOf(turn, now, parts.policy))
  await writeTurns(tx, parts.host, rows, now)
  if (rows.some(r => r.hold_all)) await holdFollowers(tx, rows, now)
  const pausedUntil = heads[0]?.paused_until ?? null
  return { claimed: turns.flatMap(turn => claimedOf(turn, now, pausedUntil, parts.policy)), closing: turns.flatMap(closingOf) }
}

function headAt(lane: DueLane, heads: HeadRow[], free: Set<string>): Candidate['head'] {
  const head = heads.find(h => h.destination_id === lane.destination_id && h.user_id === lane.user_id)
  if (!head || !isWaiting(head)) return null
  return free.has(head.id) ? head : 'busy'
}

const isWaiting = (head: HeadRow): head is WaitingHead => head.id !== null

type Undecided = Omit<Candidate, 'turn'>

/** When a pause is over, one message alone may try the number, on one host. */
async function agreeOnProbe(
  tx: Tx,
  candidates: Undecided[],
  oneHead: HeadRow | undefined,
  now: Date,
  parts: ClaimParts,
): Promise<Candidate[]> {
  const { policy, numberId } = parts
  const nextUntil = new Date(now.getTime() + policy.probeMs)
  const again: NumberState = { state: 'paused', until: nextUntil, reason: oneHead?.pause_reason ?? null }
  const pausedUntil = oneHead?.paused_until
  if (!pausedUntil) return decideAll(candidates, { state: 'open' }, again, now, policy)
  if (pausedUntil > now) return decideAll(candidates, { ...again, until: pausedUntil }, again, now, policy)
  const turns = decideAll(candidates, { state: 'probe' }, again, now, policy)
  if (turns.every(t => t.turn?.turn !== 'send') || (await takeProbe(tx, numberId, pausedUntil, nextUntil))) return turns
  return decideAll(candidates, again, again, now, policy)
}

function decideAll(candidates: Undecided[], first: NumberState, afterProbe: NumberState, now: Date, policy: DeliveryPolicy): Candidate[] {
  let number = first
  return candidates.map(({ lane, head }) => {
    if (!head || head === 'busy') return { lane, head, turn: null }
    const turn = takeTurn(laneOf(lane, head), headOf(lane, head), number, now, policy.lane)
    if (turn.turn === 'send' && number.state === 'probe') number = afterProbe
    return { lane, head, turn }
  })
}

function laneOf(lane: DueLane, head: WaitingHead): Lane | null {
  if (!head.destination_state) return null
  return {
    bucket: { tokens: lane.tokens, refilledAtMs: lane.refilled_at.getTime() },
    blockedUntil: lane.blocked_until,
    destinationState: head.destination_state,
    lastInboundAt: head.last_inbound_at,
  }
}

const headOf = (lane: DueLane, head: WaitingHead): Head => ({
  state: head.state,
  dueAt: head.state === 'sending' ? lane.claimed_until : head.due_at,
  attempts: head.tries,
  createdAt: head.since,
})

function closingOf({ head, turn }: Candidate): Closing[] {
  if (!head || head === 'busy' || (turn?.turn !== 'doubt' && turn?.turn !== 'end')) return []
  return [{ userId: head.user_id, deliveryId: head.id, state: head.state, attempt: head.attempts, turn }]
}

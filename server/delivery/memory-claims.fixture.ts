// Claims from the in-memory queue: which lanes are due, and what leaves them.

import { type NextLaneStep, nextLaneStep } from '../../core/delivery/lane-step.ts'
import type { LaneKind } from '../../core/delivery/lanes.ts'
import { rank } from '../../core/delivery/states.ts'
import { draw } from '../../core/delivery/throughput.ts'
import { laneOf, type MemoryDelivery, type MemoryLane, memorySnapshotOf, nameable } from './memory-lanes.fixture.ts'
import { become, end } from './memory-outcomes.fixture.ts'
import { add, bundledIn, type Memory } from './memory-state.fixture.ts'

export interface MemoryClaim {
  id: string
  lane: string
  kind: LaneKind
  memberIds: string[]
  attempt: number
  startedAt: Date
  leaseUntil: Date
}

export function claimDue(memory: Memory, limit: number): MemoryClaim[] {
  const now = memory.now()
  const due = [...memory.lanes].filter(([, l]) => l.nextAt && l.nextAt <= now && !(l.leaseUntil && l.leaseUntil > now))
  const inTurn = due.toSorted(([, a], [, b]) => (a.nextAt?.getTime() ?? 0) - (b.nextAt?.getTime() ?? 0))
  return inTurn.slice(0, limit).flatMap(([name, lane]) => turnOf(memory, name, lane))
}

function turnOf(memory: Memory, name: string, lane: MemoryLane): MemoryClaim[] {
  const { policy, now, bug } = memory
  lane.line = lane.line.filter(d => rank(d.state) < rank('accepted') || d.digestId !== null)
  const seen = { ...laneOf(lane), ...(bug === 'sends_while_closed' && { lastInboundAt: now() }) }
  const turn = nextLaneStep(seen, memorySnapshotOf(lane, now(), bug), stateOfNumber(memory), now(), policy.lane)
  if ('bucket' in turn && !drawOne(memory)) return []
  lane.leaseUntil = null
  switch (turn.turn) {
    case 'wait':
    case 'hold':
      lane.nextAt = turn.until
      return []
    case 'doubt':
    case 'end':
      closeHead(memory, turn)
      lane.nextAt = now()
      return []
    default:
      return send(memory, name, lane, turn)
  }
}

function stateOfNumber({ number: { pausedUntil }, now }: Memory) {
  const isPaused = pausedUntil !== null && pausedUntil > now()
  return isPaused ? ({ state: 'paused', until: pausedUntil, reason: null } as const) : ({ state: 'open' } as const)
}

function drawOne({ number, policy, now, bug }: Memory): boolean {
  const { granted, flow } = draw(number.flow, 1, policy.numberPerSecond, now().getTime())
  number.flow = flow
  return granted === 1 || bug === 'rushes'
}

function closeHead(memory: Memory, turn: Extract<NextLaneStep, { turn: 'doubt' | 'end' }>): void {
  const head = memory.deliveries.get(turn.id)
  if (!head) return
  if (turn.turn === 'doubt') return end(memory, head, { kind: 'unknown', reason: 'interrupted' })
  const isDoubted = head.kind === 'digest' && turn.state === 'cancelled' && head.unknownSince !== null
  become(memory, head, isDoubted ? 'failed' : turn.state, isDoubted ? 'outcome_unknown' : turn.reason, false)
}

type Leaving = Extract<NextLaneStep, { turn: 'send' | 'fold' | 'announce' }>

function send(memory: Memory, name: string, lane: MemoryLane, turn: Leaving): MemoryClaim[] {
  const head = headOf(memory, name, turn)
  if (!head) return []
  const startedAt = memory.now()
  const leaseUntil = new Date(startedAt.getTime() + memory.policy.leaseMs)
  Object.assign(lane, { bucket: turn.bucket, leaseUntil, nextAt: leaseUntil })
  const members = turn.turn === 'announce' ? lane.line.filter(d => nameable(d, startedAt, head.id)) : bundledIn(memory, head)
  for (const member of members) {
    if (turn.turn === 'announce') Object.assign(member, { state: 'held', reason: 'announced', announcedBy: head.id })
    else Object.assign(member, { state: 'sending', reason: null })
  }
  Object.assign(head, { state: 'sending', dueAt: null, attempts: head.attempts + 1, tries: head.tries + 1 })
  const memberIds = members.map(m => m.id)
  return [{ id: head.id, lane: name, kind: head.kind, memberIds, attempt: head.attempts, startedAt, leaseUntil }]
}

/** A digest or an announcement is made when its turn comes. */
function headOf(memory: Memory, name: string, turn: Leaving): MemoryDelivery | undefined {
  const { deliveries } = memory
  if (turn.turn !== 'fold' && turn.id !== null) return deliveries.get(turn.id)
  const kind = turn.turn === 'fold' ? 'digest' : 'announcement'
  const folded = turn.turn === 'fold' ? turn.ids.flatMap(id => deliveries.get(id) ?? []) : []
  const plan = { urgent: false, waitUntil: null, folds: false }
  const made = ++memory.made
  const head = add(memory, { id: `${kind} ${made}`, lane: name, kind, seq: folded[0]?.seq ?? made, ...plan })
  for (const mail of folded) mail.digestId = head.id
  return head
}

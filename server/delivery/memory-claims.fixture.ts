// Claims deliveries from the in-memory queue's due lanes.

import { followers } from '../../core/delivery/lane-run.ts'
import { type NextLaneStep, nextLaneStep } from '../../core/delivery/lane-step.ts'
import type { LaneKind } from '../../core/delivery/lanes.ts'
import { stateRank } from '../../core/delivery/states.ts'
import { takeForEmails } from '../../core/delivery/throughput.ts'
import { canBeAnnounced, type MemoryDelivery, type MemoryLane, toLane, toMemorySnapshot } from './memory-lanes.fixture.ts'
import { changeState, endAttempt } from './memory-outcomes.fixture.ts'
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

export function claimDueLanes(memory: Memory, limits: { lanes: number; run: number }): MemoryClaim[] {
  const now = memory.now()
  const due = [...memory.lanes].filter(([, l]) => l.nextAt && l.nextAt <= now && !(l.leaseUntil && l.leaseUntil > now))
  const ordered = due.toSorted(([, a], [, b]) => (a.nextAt?.getTime() ?? 0) - (b.nextAt?.getTime() ?? 0))
  return ordered.slice(0, limits.lanes).flatMap(([name, lane]) => stepLane(memory, name, lane, limits.run - 1))
}

function stepLane(memory: Memory, name: string, lane: MemoryLane, maxFollowers: number): MemoryClaim[] {
  const { policy, now, bug } = memory
  lane.waiting = lane.waiting.filter(d => stateRank(d.state) < stateRank('accepted') || d.digestId !== null)
  const laneView = { ...toLane(lane), ...(bug === 'sends_while_closed' && { lastInboundAt: now() }) }
  const snapshot = toMemorySnapshot(lane, now(), bug)
  const step = nextLaneStep(laneView, snapshot, stateOfNumber(memory), now(), policy.lane)
  if ('bucket' in step && !takeOne(memory)) return []
  lane.leaseUntil = null
  switch (step.step) {
    case 'wait':
    case 'hold':
      lane.nextAt = step.until
      return []
    case 'recover':
    case 'end':
      closeDelivery(memory, step)
      lane.nextAt = now()
      return []
    default: {
      const [first] = send(memory, name, lane, step)
      if (!first || step.step !== 'send') return first ? [first] : []
      const paced = followers(laneView, snapshot, step, maxFollowers, now(), policy.lane).filter(() => takeOne(memory))
      return [first, ...paced.flatMap(({ id, bucket }) => send(memory, name, lane, { step: 'send', id, bucket }))]
    }
  }
}

function stateOfNumber({ number: { pausedUntil }, now }: Memory) {
  const isPaused = pausedUntil !== null && pausedUntil > now()
  return isPaused ? ({ state: 'paused', until: pausedUntil, reason: null } as const) : ({ state: 'open' } as const)
}

function takeOne({ number, policy, now, bug }: Memory): boolean {
  const { granted, throughput } = takeForEmails(number.throughput, 1, policy.numberPerSecond, now().getTime())
  number.throughput = throughput
  return granted === 1 || bug === 'ignores_pace'
}

function closeDelivery(memory: Memory, step: Extract<NextLaneStep, { step: 'recover' | 'end' }>): void {
  const delivery = memory.deliveries.get(step.id)
  if (!delivery) return
  if (step.step === 'recover') return endAttempt(memory, delivery, { kind: 'unknown', reason: 'interrupted' })
  const mayHaveArrived = delivery.kind === 'digest' && step.state === 'cancelled' && delivery.unknownSince !== null
  changeState(memory, delivery, mayHaveArrived ? 'failed' : step.state, mayHaveArrived ? 'outcome_unknown' : step.reason, false)
}

type SendStep = Extract<NextLaneStep, { step: 'send' | 'digest' | 'announce' }>

function send(memory: Memory, name: string, lane: MemoryLane, step: SendStep): MemoryClaim[] {
  const delivery = deliveryToSend(memory, name, step)
  if (!delivery) return []
  const startedAt = memory.now()
  const leaseUntil = new Date(startedAt.getTime() + memory.policy.leaseMs)
  Object.assign(lane, { bucket: step.bucket, leaseUntil, nextAt: leaseUntil })
  const members =
    step.step === 'announce' ? lane.waiting.filter(d => canBeAnnounced(d, startedAt, delivery.id)) : bundledIn(memory, delivery)
  for (const member of members) {
    if (step.step === 'announce') Object.assign(member, { state: 'held', reason: 'announced', announcedBy: delivery.id })
    else Object.assign(member, { state: 'sending', reason: null })
  }
  Object.assign(delivery, { state: 'sending', dueAt: null, attempts: delivery.attempts + 1, tries: delivery.tries + 1 })
  const memberIds = members.map(m => m.id)
  return [{ id: delivery.id, lane: name, kind: delivery.kind, memberIds, attempt: delivery.attempts, startedAt, leaseUntil }]
}

/** Digests and announcements are created when they are sent. */
function deliveryToSend(memory: Memory, name: string, step: SendStep): MemoryDelivery | undefined {
  const { deliveries } = memory
  if (step.step !== 'digest' && step.id !== null) return deliveries.get(step.id)
  const kind = step.step === 'digest' ? 'digest' : 'announcement'
  const members = step.step === 'digest' ? step.ids.flatMap(id => deliveries.get(id) ?? []) : []
  const schedule = { urgent: false, waitUntil: null, forDigest: false }
  const number = ++memory.created
  const delivery = add(memory, { id: `${kind} ${number}`, lane: name, kind, seq: members[0]?.seq ?? number, ...schedule })
  for (const member of members) member.digestId = delivery.id
  return delivery
}

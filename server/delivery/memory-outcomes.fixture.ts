// Records outcomes in the in-memory queue: on time, late, or by a status report.
import { follow, mayGoSingly } from '../../core/delivery/digests.ts'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { afterLateTry, effectsOfAttempt } from '../../core/delivery/outcome-effects.ts'
import { advance, afterSending, type DeliveryEvent, rank, type State } from '../../core/delivery/states.ts'
import { slowDown } from '../../core/delivery/throughput.ts'
import type { MemoryDelivery, MemoryLane } from './memory-lanes.fixture.ts'
import { bundledIn, laneNamed, type Memory } from './memory-state.fixture.ts'

export interface FinishedMemoryAttempt {
  id: string
  lane: string
  attempt: number
  startedAt: Date
  leaseUntil: Date
}

export function settleOne(memory: Memory, { id, lane: name, ...attempted }: FinishedMemoryAttempt, outcome: Outcome): void {
  const { deliveries, lanes, now, bug } = memory
  const [delivery, lane] = [deliveries.get(id), lanes.get(name)]
  if (!delivery || !lane) return
  const isOurs = lane.leaseUntil?.getTime() === attempted.leaseUntil.getTime() || bug === 'settles_for_others'
  if (outcome.kind === 'held' && outcome.reason === 'window_closed') closeSince(lane, attempted.startedAt)
  if (delivery.attempts === attempted.attempt) end(memory, delivery, outcome)
  else settleLate(memory, delivery, outcome)
  if (isOurs) lane.leaseUntil = null
  if (isOurs || !lane.leaseUntil) lane.nextAt = bug === 'sleeps_after_failure' && delivery.state === 'failed' ? null : now()
}

function closeSince(lane: MemoryLane, startedAt: Date): void {
  if (lane.lastInboundAt && lane.lastInboundAt <= startedAt) lane.lastInboundAt = null
}

function settleLate(memory: Memory, delivery: MemoryDelivery, outcome: Outcome): void {
  const state = afterLateTry(delivery.state, outcome)
  if (state !== delivery.state) become(memory, delivery, state, null, false)
  delivery.sentBefore = outcome.kind === 'sent'
}

export function end(memory: Memory, delivery: MemoryDelivery, outcome: Outcome): void {
  const { policy, now, random, bug } = memory
  const { tries, sentBefore } = delivery
  const unknownSince = bug === 'forgets_first_doubt' ? null : delivery.unknownSince
  const attempted = { attempts: tries, outcome, now: now(), random: random(), unknownSince, sentBefore }
  const after = effectsOfAttempt(attempted, policy.retry, policy.probeMs)
  pause(memory, after.pauseNumber?.until ?? null)
  delivery.unknownSince = after.unknownSince
  const isUnmade = delivery.kind === 'digest' && after.state === 'held' && after.reason === 'window_closed'
  const next = isUnmade ? (after.unknownSince ? 'failed' : 'cancelled') : after.state
  const state = afterSending(delivery.state, next)
  if (state === next) Object.assign(delivery, { dueAt: after.dueAt, tries: after.attempts })
  become(memory, delivery, state, after.reason, mayGoSingly(outcome, after.unknownSince))
}

function pause({ number, now }: Memory, until: Date | null): void {
  if (!until) return
  if (!(number.pausedUntil && number.pausedUntil > now())) number.flow = slowDown(number.flow)
  number.pausedUntil = until
}

/** Members follow their digest, and what an announcement named waits for the next when it fails. */
export function become(memory: Memory, delivery: MemoryDelivery, state: State, reason: string | null, singly: boolean): void {
  const before = { state: delivery.state, reason: delivery.reason }
  for (const member of delivery.kind === 'digest' && memory.bug !== 'loses_members' ? bundledIn(memory, delivery) : []) {
    const after = follow(member, before, { state, reason }, singly)
    if (after) Object.assign(member, { state: after.state, reason: after.reason, ...(after.leaves && { digestId: null }) })
  }
  Object.assign(delivery, { state, reason })
  if (delivery.kind === 'announcement' && state !== before.state) noteAnnounced(memory, delivery, state)
}

function noteAnnounced(memory: Memory, { id, lane: name }: MemoryDelivery, state: State): void {
  const lane = laneNamed(memory, name)
  if (state === 'accepted' || state === 'failed') lane.lastAnnounced = { at: memory.now(), failed: state === 'failed' }
  if (state !== 'failed' && state !== 'cancelled' && state !== 'expired') return
  for (const d of lane.line) if (d.announcedBy === id) Object.assign(d, { announcedBy: null, reason: 'window_closed' })
}

export function reportOne(memory: Memory, id: string, event: DeliveryEvent): void {
  const delivery = memory.deliveries.get(id)
  const lane = delivery && memory.lanes.get(delivery.lane)
  if (!delivery || !lane || memory.bug === 'deaf') return
  if (rank(delivery.state) < rank('accepted') && !lane.leaseUntil) lane.nextAt = memory.now()
  const state = advance(delivery.state, event)
  if (state !== delivery.state) become(memory, delivery, state, null, false)
}

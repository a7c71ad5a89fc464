// Records outcomes in the in-memory queue: on time, late, or from a status report.
import { canSendIndividually, updateBundled } from '../../core/delivery/digests.ts'
import type { AttemptOutcome } from '../../core/delivery/outcome.ts'
import { attemptEffects, stateAfterLateAttempt } from '../../core/delivery/outcome-effects.ts'
import { advance, afterSending, type DeliveryEvent, type State, stateRank } from '../../core/delivery/states.ts'
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

export function recordOne(memory: Memory, { id, lane: name, ...attempt }: FinishedMemoryAttempt, outcome: AttemptOutcome): void {
  const { deliveries, lanes, now, bug } = memory
  const [delivery, lane] = [deliveries.get(id), lanes.get(name)]
  if (!delivery || !lane) return
  const isOurs = lane.leaseUntil?.getTime() === attempt.leaseUntil.getTime() || bug === 'records_for_others'
  if (outcome.kind === 'held' && outcome.reason === 'window_closed') closeSince(lane, attempt.startedAt)
  if (delivery.attempts === attempt.attempt) endAttempt(memory, delivery, outcome)
  else recordLate(memory, delivery, outcome)
  if (isOurs) lane.leaseUntil = null
  if (outcome.kind === 'released') lane.bucket = { ...lane.bucket, tokens: lane.bucket.tokens + 1 }
  if (isOurs || !lane.leaseUntil) lane.nextAt = bug === 'sleeps_after_failure' && delivery.state === 'failed' ? null : now()
}

function closeSince(lane: MemoryLane, startedAt: Date): void {
  if (lane.lastInboundAt && lane.lastInboundAt <= startedAt) lane.lastInboundAt = null
}

function recordLate(memory: Memory, delivery: MemoryDelivery, outcome: AttemptOutcome): void {
  const state = stateAfterLateAttempt(delivery.state, outcome)
  if (state !== delivery.state) changeState(memory, delivery, state, null, false)
  delivery.sentBefore = outcome.kind === 'sent'
}

export function endAttempt(memory: Memory, delivery: MemoryDelivery, outcome: AttemptOutcome): void {
  const { policy, now, random, bug } = memory
  const { tries, sentBefore } = delivery
  const unknownSince = bug === 'forgets_first_unknown' ? null : delivery.unknownSince
  const attempt = {
    attempts: tries,
    outcome,
    now: now(),
    random: random(),
    unknownSince,
    sentBefore,
    triedSince: now(),
    hasServiceWorked: true,
  }
  const after = attemptEffects(attempt, policy.retry, policy.probeMs)
  pause(memory, after.pauseNumber?.until ?? null)
  delivery.unknownSince = after.unknownSince
  const isDissolved = delivery.kind === 'digest' && after.state === 'held' && after.reason === 'window_closed'
  const next = isDissolved ? (after.unknownSince ? 'failed' : 'cancelled') : after.state
  const state = afterSending(delivery.state, next)
  if (state === next) Object.assign(delivery, { dueAt: after.dueAt, tries: after.attempts })
  changeState(memory, delivery, state, after.reason, canSendIndividually(outcome, after.unknownSince))
}

function pause({ number, now }: Memory, until: Date | null): void {
  if (!until) return
  if (!(number.pausedUntil && number.pausedUntil > now())) number.throughput = slowDown(number.throughput)
  number.pausedUntil = until
}

/** Emails in a digest follow it, and those named by an announcement that fails wait for the next one. */
export function changeState(
  memory: Memory,
  delivery: MemoryDelivery,
  state: State,
  reason: string | null,
  sendIndividually: boolean,
): void {
  const before = { state: delivery.state, reason: delivery.reason }
  for (const member of delivery.kind === 'digest' && memory.bug !== 'loses_members' ? bundledIn(memory, delivery) : []) {
    const after = updateBundled(member, before, { state, reason }, sendIndividually)
    if (after) Object.assign(member, { state: after.state, reason: after.reason, ...(after.leavesDigest && { digestId: null }) })
  }
  Object.assign(delivery, { state, reason })
  if (delivery.kind === 'announcement' && state !== before.state) afterAnnouncement(memory, delivery, state)
}

function afterAnnouncement(memory: Memory, { id, lane: name }: MemoryDelivery, state: State): void {
  const lane = laneNamed(memory, name)
  if (state === 'accepted' || state === 'failed') lane.lastAnnounced = { at: memory.now(), failed: state === 'failed' }
  if (state !== 'failed' && state !== 'cancelled' && state !== 'expired') return
  for (const d of lane.waiting) if (d.announcedBy === id) Object.assign(d, { announcedBy: null, reason: 'window_closed' })
}

export function reportOne(memory: Memory, id: string, event: DeliveryEvent): void {
  const delivery = memory.deliveries.get(id)
  const lane = delivery && memory.lanes.get(delivery.lane)
  if (!delivery || !lane || memory.bug === 'ignores_reports') return
  if (stateRank(delivery.state) < stateRank('accepted') && !lane.leaseUntil) lane.nextAt = memory.now()
  const state = advance(delivery.state, event)
  if (state !== delivery.state) changeState(memory, delivery, state, null, false)
}

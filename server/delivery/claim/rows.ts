// Converts between a lane's rows and its decision: the input, the step to write, and the claim for the sender.

import type { LaneSnapshot, NextLaneStep } from '../../../core/delivery/lane-step.ts'
import { type Lane, type LaneDelivery, spareOf, take } from '../../../core/delivery/lanes.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery, DeliveryKind } from '../queue.ts'
import type { LaneStep } from './lane-steps-queue.ts'
import type { DueLane, PhoneRow, WaitingRow } from './queue.ts'

/** One lane whose turn it is, with what waits in it. `busy`: somebody else writes to what should leave. */
export interface LaneCandidate {
  lane: DueLane
  phone: PhoneRow
  lines: WaitingRow[]
  turn: NextLaneStep | { turn: 'busy' }
}

/** What leaves a lane: a delivery as it is, or a message of several emails that is made now. */
export interface ClaimedMessage {
  id: string
  kind: DeliveryKind
  messageId: string | null
  filterId: string | null
  attempt: number
  memberIds: string[]
}

/** Somebody else is writing: look again this soon. */
const busyMs = 50
/** Whoever ends a head does so in a transaction of its own; if that never comes, the lane is looked at again. */
const closingMs = 1_000

export function laneOf(lane: DueLane, phone: PhoneRow): Lane | null {
  if (!phone.destination_state) return null
  return {
    bucket: { tokens: lane.tokens, refilledAtMs: lane.refilled_at.getTime() },
    blockedUntil: lane.blocked_until,
    destinationState: phone.destination_state,
    lastInboundAt: phone.last_inbound_at,
    pausedUntil: phone.rests_until,
  }
}

export function snapshotOf(lane: DueLane, phone: PhoneRow, lines: WaitingRow[]): LaneSnapshot {
  const first = (place: WaitingRow['place']) => lines.filter(l => l.place === place).map(l => headOf(lane, l))[0] ?? null
  return {
    sending: first('sending'),
    announcement: first('announcement'),
    urgent: first('urgent'),
    shown: first('shown'),
    ordinary: lines.filter(l => l.place === 'ordinary').map(l => ({ ...headOf(lane, l), folds: l.for_digest, isFresh: isFresh(l) })),
    unannounced: { ordinaryFrom: phone.ordinary_from, urgentFrom: phone.urgent_from },
    lastAnnounced: phone.announced_at && { at: phone.announced_at, failed: phone.announced_state === 'failed' },
    nextWaitAt: phone.next_wait_at,
  }
}

const headOf = (lane: DueLane, line: WaitingRow): LaneDelivery => ({
  id: line.id,
  kind: line.kind,
  urgent: line.urgent,
  state: line.state,
  dueAt: line.state === 'sending' ? lane.claimed_until : line.due_at,
  attempts: line.tries,
  createdAt: line.since,
})

const isFresh = (line: WaitingRow): boolean => line.kind === 'mail' && line.attempts === 0 && line.reason !== 'unfolded'

export function stepOf({ lane, lines, turn }: LaneCandidate, leaving: ClaimedMessage | null, now: Date, policy: DeliveryPolicy): LaneStep {
  const row: LaneStep = {
    user_id: lane.user_id,
    destination_id: lane.destination_id,
    next_at: later(now, busyMs),
    id: null,
    attempt: null,
    tokens: null,
    refilled_at: null,
    claimed_until: null,
    hold_reason: null,
    frees: false,
  }
  switch (turn.turn) {
    case 'busy':
      return row
    case 'wait':
      return { ...row, next_at: turn.until }
    case 'hold':
      return { ...row, next_at: turn.until, hold_reason: turn.reason }
    case 'doubt':
    case 'end':
      // A claim that has run out stays on record until its doubt is written down.
      return { ...row, next_at: later(now, closingMs), claimed_until: lane.claimed_until }
    default: {
      if (!leaving) return row
      // A lane is due again when its claim ends: if its sender dies, nobody else has to notice.
      const leaseUntil = later(now, policy.leaseMs)
      const sending = { id: leaving.id, attempt: leaving.attempt, claimed_until: leaseUntil, next_at: leaseUntil }
      const frees = turn.turn !== 'announce' && lines.some(l => l.state === 'held' && l.id !== leaving.id)
      return { ...row, ...sending, tokens: turn.bucket.tokens, refilled_at: new Date(turn.bucket.refilledAtMs), frees }
    }
  }
}

export function claimedOf(
  { phone, turn }: LaneCandidate,
  leaving: ClaimedMessage | null,
  now: Date,
  policy: DeliveryPolicy,
): ClaimedDelivery[] {
  if (!leaving || !('bucket' in turn)) return []
  const next = take(turn.bucket, policy.lane.rate, now.getTime(), spareOf(false))
  return [
    {
      userId: phone.user_id,
      deliveryId: leaving.id,
      kind: leaving.kind,
      messageId: leaving.messageId,
      memberIds: leaving.memberIds,
      filterId: leaving.filterId,
      destinationId: phone.destination_id,
      waId: phone.wa_id,
      waUserId: phone.wa_user_id,
      attempt: leaving.attempt,
      startedAt: now,
      leaseUntil: later(now, policy.leaseMs),
      nextTokenAt: next.taken ? now : new Date(next.readyAtMs),
      probesPause: phone.paused_until ? later(now, policy.probeMs) : null,
    },
  ]
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

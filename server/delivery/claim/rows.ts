// Converts a lane's rows to the input of its decision, and the decision to rows and claims.

import type { LaneFollower } from '../../../core/delivery/lane-run.ts'
import type { LaneSnapshot, NextLaneStep } from '../../../core/delivery/lane-step.ts'
import { type Lane, type LaneDelivery, spareTokens, takeToken } from '../../../core/delivery/lanes.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery, DeliveryKind } from '../queue.ts'
import type { LaneStep } from './lane-steps-queue.ts'
import type { DueLane, PhoneRow, WaitingRow } from './queue.ts'

/** A due lane with what waits in it. `busy`: somebody else is writing to what should be sent. */
export interface LaneCandidate {
  lane: DueLane
  phone: PhoneRow
  waiting: WaitingRow[]
  step: NextLaneStep | { step: 'busy' }
  /** What is sent right after the step's own delivery, with the same claim. */
  followers: LaneFollower[]
}

/** What a lane sends: an existing delivery, or a new message for several emails. */
export interface ClaimedMessage {
  id: string
  kind: DeliveryKind
  messageId: string | null
  filterId: string | null
  attempt: number
  memberIds: string[]
  /** How it fared so far. */
  before: 'untried' | 'failed' | 'unknown'
}

/** Somebody else is writing: check again this soon. */
const busyMs = 50
/** Deliveries are closed in a separate transaction; if that fails, the lane is checked again. */
const closingMs = 1_000

export function toLane(lane: DueLane, phone: PhoneRow): Lane | null {
  if (!phone.destination_state) return null
  return {
    bucket: { tokens: lane.tokens, refilledAtMs: lane.refilled_at.getTime() },
    blockedUntil: lane.blocked_until,
    destinationState: phone.destination_state,
    lastInboundAt: phone.last_inbound_at,
    pausedUntil: phone.phone_paused_until,
  }
}

export function toSnapshot(lane: DueLane, phone: PhoneRow, waiting: WaitingRow[]): LaneSnapshot {
  const first = (slot: WaitingRow['slot']) => waiting.filter(row => row.slot === slot).map(row => toLaneDelivery(lane, row))[0] ?? null
  return {
    sending: first('sending'),
    announcement: first('announcement'),
    urgent: first('urgent'),
    shown: first('shown'),
    ordinary: waiting
      .filter(row => row.slot === 'ordinary')
      .map(row => ({ ...toLaneDelivery(lane, row), forDigest: row.for_digest, isFresh: isFresh(row) })),
    unannounced: { ordinaryFrom: phone.ordinary_from, urgentFrom: phone.urgent_from },
    lastAnnounced: phone.announced_at && { at: phone.announced_at, failed: phone.announced_state === 'failed' },
    nextWaitAt: phone.next_wait_at,
  }
}

const toLaneDelivery = (lane: DueLane, row: WaitingRow): LaneDelivery => ({
  id: row.id,
  kind: row.kind,
  urgent: row.urgent,
  state: row.state,
  dueAt: row.state === 'sending' ? lane.claimed_until : row.due_at,
  attempts: row.tries,
  createdAt: row.since,
})

const isFresh = (row: WaitingRow): boolean => row.kind === 'mail' && row.attempts === 0 && row.reason !== 'unfolded'

export function toLaneStep(
  { lane, waiting, step, followers }: LaneCandidate,
  messages: ClaimedMessage[],
  now: Date,
  policy: DeliveryPolicy,
): LaneStep {
  const row: LaneStep = {
    user_id: lane.user_id,
    destination_id: lane.destination_id,
    next_at: later(now, busyMs),
    sends: messages.map(({ id, attempt }) => ({ id, attempt })),
    tokens: null,
    refilled_at: null,
    claimed_until: null,
    hold_reason: null,
    releases_held: false,
  }
  switch (step.step) {
    case 'busy':
      return row
    case 'wait':
      return { ...row, next_at: step.until }
    case 'hold':
      return { ...row, next_at: step.until, hold_reason: step.reason }
    case 'recover':
    case 'end':
      // An expired claim stays on record until the outcome is recorded.
      return { ...row, next_at: later(now, closingMs), claimed_until: lane.claimed_until }
    default: {
      if (messages.length === 0) return row
      // A lane is due again when its claim ends, so nobody has to notice if its sender dies.
      const leaseUntil = later(now, policy.leaseMs)
      const bucket = followers.at(-1)?.bucket ?? step.bucket
      const claimed = { claimed_until: leaseUntil, next_at: leaseUntil, tokens: bucket.tokens, refilled_at: new Date(bucket.refilledAtMs) }
      const isSent = (id: string) => messages.some(message => message.id === id)
      const releases_held = step.step !== 'announce' && waiting.some(one => one.state === 'held' && !isSent(one.id))
      return { ...row, ...claimed, releases_held }
    }
  }
}

export function toClaimed(
  { phone, step, followers }: LaneCandidate,
  messages: ClaimedMessage[],
  now: Date,
  policy: DeliveryPolicy,
): ClaimedDelivery[] {
  if (!('bucket' in step)) return []
  const next = takeToken(followers.at(-1)?.bucket ?? step.bucket, policy.lane.rate, now.getTime(), spareTokens(false))
  return messages.map(message => ({
    userId: phone.user_id,
    deliveryId: message.id,
    kind: message.kind,
    messageId: message.messageId,
    memberIds: message.memberIds,
    filterId: message.filterId,
    destinationId: phone.destination_id,
    waId: phone.wa_id,
    waUserId: phone.wa_user_id,
    attempt: message.attempt,
    startedAt: now,
    leaseUntil: later(now, policy.leaseMs),
    nextTokenAt: next.taken ? now : new Date(next.readyAtMs),
    probesPause: phone.paused_until ? later(now, policy.probeMs) : null,
    mayMeetTrouble: message.before === 'unknown' || (message.before === 'failed' && phone.is_in_trouble),
  }))
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

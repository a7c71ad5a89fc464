// Decides what the next delivery of a lane may do; a lane is the ordered, paced queue of one destination.
import { type AnnouncePolicy, defaultAnnouncePolicy } from './announcing.ts'
import { type DigestPolicy, defaultDigestPolicy } from './digests.ts'
import { defaultRetryPolicy } from './retry.ts'
import type { State } from './states.ts'
import { isWindowOpen } from './window.ts'

export interface TokenBucket {
  tokens: number
  refilledAtMs: number
}

/** One token every `refillMs`, up to `capacity`. */
export interface BucketRate {
  capacity: number
  refillMs: number
}

// Meta's pair rate: one message per 6 s to the same user; a burst uses up later messages (whatsapp.md §1.5).
export const defaultRate: BucketRate = { capacity: 10, refillMs: 6_000 }

export type TakeResult = { taken: true; bucket: TokenBucket } | { taken: false; bucket: TokenBucket; readyAtMs: number }

/**
 * In any period, at most `capacity` tokens are taken plus one per `refillMs`.
 * Leaves `spare` tokens for others; a bucket with a capacity of one has none to spare.
 */
export function takeToken(bucket: TokenBucket, rate: BucketRate, nowMs: number, spare = 0): TakeResult {
  const filled = refill(bucket, rate, nowMs)
  const needed = 1 + Math.min(spare, rate.capacity - 1)
  if (filled.tokens < needed)
    return { taken: false, bucket: filled, readyAtMs: filled.refilledAtMs + (needed - filled.tokens) * rate.refillMs }
  return { taken: true, bucket: { ...filled, tokens: filled.tokens - 1 } }
}

function refill(bucket: TokenBucket, rate: BucketRate, nowMs: number): TokenBucket {
  // A clock set back must not block the lane until it catches up.
  const sinceMs = Math.min(bucket.refilledAtMs, nowMs)
  const gained = Math.floor((nowMs - sinceMs) / rate.refillMs)
  if (bucket.tokens + gained >= rate.capacity) return { tokens: rate.capacity, refilledAtMs: nowMs }
  return { tokens: bucket.tokens + gained, refilledAtMs: sinceMs + gained * rate.refillMs }
}

export interface Lane {
  bucket: TokenBucket
  blockedUntil: Date | null
  destinationState: 'pending' | 'linked' | 'stopped' | 'unreachable'
  lastInboundAt: Date | null
  /** The user paused it until then. */
  pausedUntil: Date | null
}

export type LaneKind = 'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'

/** A delivery that has not been sent yet. `dueAt`: when it may be tried; while `sending`, when its claim runs out. */
export interface LaneDelivery {
  id: string
  kind: LaneKind
  urgent: boolean
  state: Extract<State, 'held' | 'queued' | 'sending' | 'unknown'>
  dueAt: Date | null
  attempts: number
  createdAt: Date
}

export interface LanePolicy {
  rate: BucketRate
  maxAttempts: number
  expireAfterMs: number
  announce: AnnouncePolicy
  digest: DigestPolicy
}

export const defaultLanePolicy: LanePolicy = {
  rate: defaultRate,
  maxAttempts: defaultRetryPolicy.maxAttempts,
  expireAfterMs: 7 * 24 * 60 * 60_000,
  announce: defaultAnnouncePolicy,
  digest: defaultDigestPolicy,
}

/** How many tokens ordinary email leaves for urgent email. */
export const spareTokens = (urgent: boolean): number => (urgent ? 0 : 1)

export type HoldReason = 'window_closed' | 'paused' | 'destination_pending' | 'destination_stopped' | 'destination_unreachable'

/**
 * `send`: now, and save the bucket. `wait` and `hold`: check again at `until`, or when something happens to the lane.
 * `recover`: its sender is gone, so its outcome may be unknown.
 */
export type DeliveryStep =
  | { step: 'send'; bucket: TokenBucket }
  | { step: 'wait'; until: Date }
  | { step: 'hold'; reason: HoldReason; until: Date }
  | { step: 'expire'; reason: 'too_old' }
  | { step: 'fail'; reason: 'outcome_unknown' }
  | { step: 'recover' }

/** Only announcements may be sent while the window is closed. */
export function nextStep(lane: Lane, delivery: LaneDelivery, now: Date, policy: LanePolicy = defaultLanePolicy): DeliveryStep {
  if (delivery.state === 'sending') return isLater(delivery.dueAt, now) ? { step: 'wait', until: delivery.dueAt } : { step: 'recover' }
  // Its echo may still arrive and decide the outcome.
  if (delivery.state === 'unknown' && isLater(delivery.dueAt, now)) return { step: 'wait', until: delivery.dueAt }
  const expiresAt = new Date(delivery.createdAt.getTime() + policy.expireAfterMs)
  const mayTry = delivery.attempts < policy.maxAttempts && expiresAt > now
  if (delivery.state === 'unknown' && !mayTry) return { step: 'fail', reason: 'outcome_unknown' }
  if (expiresAt <= now) return { step: 'expire', reason: 'too_old' }
  const reason = holdReason(lane, delivery, now)
  if (reason) return { step: 'hold', reason, until: reason === 'paused' ? earliest(expiresAt, lane.pausedUntil) : expiresAt }
  return pace(lane, delivery, now, policy.rate)
}

function pace(lane: Lane, delivery: LaneDelivery, now: Date, rate: BucketRate): DeliveryStep {
  const openAt = latest(delivery.dueAt, lane.blockedUntil)
  if (isLater(openAt, now)) return { step: 'wait', until: openAt }
  const result = takeToken(lane.bucket, rate, now.getTime(), spareTokens(delivery.urgent))
  return result.taken ? { step: 'send', bucket: result.bucket } : { step: 'wait', until: new Date(result.readyAtMs) }
}

function holdReason(lane: Lane, delivery: LaneDelivery, now: Date): HoldReason | null {
  if (lane.destinationState !== 'linked') return `destination_${lane.destinationState}`
  if (isLater(lane.pausedUntil, now)) return 'paused'
  return delivery.kind === 'announcement' || isWindowOpen(lane.lastInboundAt, now) ? null : 'window_closed'
}

const isLater = (at: Date | null, now: Date): at is Date => at !== null && at > now
const earliest = (a: Date, b: Date | null): Date => (b && b < a ? b : a)
const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b))

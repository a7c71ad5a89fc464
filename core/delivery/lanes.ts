// A lane is the ordered, paced queue of one destination: decides what its first delivery may do next.
import { type AnnouncePolicy, defaultAnnouncePolicy } from './announcing.ts'
import { type DigestPolicy, defaultDigestPolicy } from './digests.ts'
import { defaultRetryPolicy } from './retry.ts'
import type { State } from './states.ts'
import { isOpen } from './window.ts'

export interface TokenBucket {
  tokens: number
  refilledAtMs: number
}

/** One token every `refillMs`, `capacity` of them at most. */
export interface BucketRate {
  capacity: number
  refillMs: number
}

// Meta's pair rate: one message in 6 s to the same person, a burst borrowed from the future (whatsapp.md §1.5).
export const defaultRate: BucketRate = { capacity: 10, refillMs: 6_000 }

export type Taken = { taken: true; bucket: TokenBucket } | { taken: false; bucket: TokenBucket; readyAtMs: number }

/**
 * In any stretch of time no more is taken than `capacity` and one for each `refillMs` of it.
 * `spare` tokens are left for others; a bucket of one token has none to spare.
 */
export function take(bucket: TokenBucket, rate: BucketRate, nowMs: number, spare = 0): Taken {
  const filled = refill(bucket, rate, nowMs)
  const needed = 1 + Math.min(spare, rate.capacity - 1)
  if (filled.tokens < needed)
    return { taken: false, bucket: filled, readyAtMs: filled.refilledAtMs + (needed - filled.tokens) * rate.refillMs }
  return { taken: true, bucket: { ...filled, tokens: filled.tokens - 1 } }
}

function refill(bucket: TokenBucket, rate: BucketRate, nowMs: number): TokenBucket {
  // A clock that was set back must not block the lane until the old hour comes again.
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
  /** Its person asked for a rest until then. */
  pausedUntil: Date | null
}

export type LaneKind = 'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'

/** A delivery of a lane that has not left us. `dueAt`: when it may be tried; of one `sending`, when its claim runs out. */
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

/** Ordinary mail leaves so many tokens for what is urgent. */
export const spareOf = (urgent: boolean): number => (urgent ? 0 : 1)

export type HoldReason = 'window_closed' | 'paused' | 'destination_pending' | 'destination_stopped' | 'destination_unreachable'

/**
 * `send`: now, and keep the bucket. `wait` and `hold`: look again at `until`, or when something happens to the lane.
 * `doubt`: its sender is gone, settle it as an unknown outcome.
 */
export type DeliveryStep =
  | { step: 'send'; bucket: TokenBucket }
  | { step: 'wait'; until: Date }
  | { step: 'hold'; reason: HoldReason; until: Date }
  | { step: 'expire'; reason: 'too_old' }
  | { step: 'fail'; reason: 'outcome_unknown' }
  | { step: 'doubt' }

/** What a delivery at the head of its lane may do; an announcement goes while the window is closed. */
export function nextStep(lane: Lane, head: LaneDelivery, now: Date, policy: LanePolicy = defaultLanePolicy): DeliveryStep {
  if (head.state === 'sending') return isLater(head.dueAt, now) ? { step: 'wait', until: head.dueAt } : { step: 'doubt' }
  // Its echo may still come: until then nothing else may be said of it.
  if (head.state === 'unknown' && isLater(head.dueAt, now)) return { step: 'wait', until: head.dueAt }
  const expiresAt = new Date(head.createdAt.getTime() + policy.expireAfterMs)
  const mayTry = head.attempts < policy.maxAttempts && expiresAt > now
  if (head.state === 'unknown' && !mayTry) return { step: 'fail', reason: 'outcome_unknown' }
  if (expiresAt <= now) return { step: 'expire', reason: 'too_old' }
  const reason = holdReason(lane, head, now)
  if (reason) return { step: 'hold', reason, until: reason === 'paused' ? earliest(expiresAt, lane.pausedUntil) : expiresAt }
  return pace(lane, head, now, policy.rate)
}

function pace(lane: Lane, head: LaneDelivery, now: Date, rate: BucketRate): DeliveryStep {
  const openAt = latest(head.dueAt, lane.blockedUntil)
  if (isLater(openAt, now)) return { step: 'wait', until: openAt }
  const taken = take(lane.bucket, rate, now.getTime(), spareOf(head.urgent))
  return taken.taken ? { step: 'send', bucket: taken.bucket } : { step: 'wait', until: new Date(taken.readyAtMs) }
}

function holdReason(lane: Lane, head: LaneDelivery, now: Date): HoldReason | null {
  if (lane.destinationState !== 'linked') return `destination_${lane.destinationState}`
  if (isLater(lane.pausedUntil, now)) return 'paused'
  return head.kind === 'announcement' || isOpen(lane.lastInboundAt, now) ? null : 'window_closed'
}

const isLater = (at: Date | null, now: Date): at is Date => at !== null && at > now
const earliest = (a: Date, b: Date | null): Date => (b && b < a ? b : a)
const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b))

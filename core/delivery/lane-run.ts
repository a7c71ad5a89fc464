// Decides how many ordinary emails a lane sends one after another with a single claim.
import { pickDigest } from './digests.ts'
import type { LaneSnapshot } from './lane-step.ts'
import { type Lane, type LaneDelivery, type LanePolicy, nextStep, type TokenBucket } from './lanes.ts'

/** An email that follows the first one, and the lane's bucket once it has taken its token. */
export interface LaneFollower {
  id: string
  bucket: TokenBucket
}

/**
 * The emails that may go right after `first`, in lane order, up to `maxFollowers`. What failed before, or waits for a digest, is claimed
 * alone. `bucket`: after the first email took its token.
 */
export function followers(
  lane: Lane,
  { ordinary }: Pick<LaneSnapshot, 'ordinary'>,
  first: { id: string; bucket: TokenBucket },
  maxFollowers: number,
  now: Date,
  policy: LanePolicy,
): LaneFollower[] {
  const run: LaneFollower[] = []
  if (ordinary[0]?.id !== first.id || !isUntried(ordinary[0])) return run
  for (let { bucket } = first, i = 1; run.length < maxFollowers; i++) {
    const delivery = ordinary[i]
    if (!delivery || !isUntried(delivery) || delivery.forDigest || pickDigest(ordinary.slice(i), policy.digest).length > 0) break
    const step = nextStep({ ...lane, bucket }, delivery, now, policy)
    if (step.step !== 'send') break
    bucket = step.bucket
    run.push({ id: delivery.id, bucket })
  }
  return run
}

/** It may have been held or released. */
const isUntried = ({ kind, attempts }: LaneDelivery): boolean => kind === 'mail' && attempts === 0

/**
 * How many emails of one lane are claimed together: as many as are likely to leave within `withinMs`, so that urgent email and other
 * hosts never wait longer.
 */
export const runLength = (averageSendMs: number, withinMs: number, max: number): number =>
  Math.max(1, Math.min(max, Math.floor(withinMs / Math.max(averageSendMs, 1))))

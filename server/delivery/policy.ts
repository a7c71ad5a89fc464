// Builds the delivery policy from the settings: pace, retries and lifetimes.
import { defaultLanePolicy, type LanePolicy } from '../../core/delivery/lanes.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../../core/delivery/retry.ts'

export interface DeliveryPolicy {
  lane: LanePolicy
  retry: RetryPolicy
  /** How long a claim lasts: longer than the slowest send. */
  leaseMs: number
  /** How often a paused number is tried again if WhatsApp does not say when. */
  probeMs: number
  /** The most messages our number may send per second. */
  numberPerSecond: number
  /** A phone counts as unreachable after this many undeliverable emails in a row. */
  unreachableAfter: number
}

export interface DeliverySettings {
  burst: number
  refillMs: number
  unknownWaitMs: number
  retryBaseMs: number
  /** A longer backlog is sent as a digest; 0: never. */
  digestFrom: number
  announcePatienceMs: number
  announceGapMs: number
  numberPerSecond: number
  /** The longest that sending one message may take. */
  sendTimeoutMs: number
}

export function deliveryPolicy(settings: DeliverySettings): DeliveryPolicy {
  const rate = { capacity: settings.burst, refillMs: settings.refillMs }
  const announce = { ...defaultLanePolicy.announce, patienceMs: settings.announcePatienceMs, gapMs: settings.announceGapMs }
  const digest = { ...defaultLanePolicy.digest, backlogLimit: settings.digestFrom === 0 ? null : settings.digestFrom }
  return {
    lane: { ...defaultLanePolicy, rate, announce, digest },
    retry: { ...defaultRetryPolicy, baseMs: settings.retryBaseMs, echoWaitMs: settings.unknownWaitMs },
    leaseMs: settings.sendTimeoutMs * 2 + 10_000,
    probeMs: 60_000,
    numberPerSecond: settings.numberPerSecond,
    unreachableAfter: 3,
  }
}

// The delivery policy made from the settings: pace, retries and lifetimes.
import { defaultLanePolicy, type LanePolicy } from '../../core/delivery/lanes.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../../core/delivery/retry.ts'

export interface DeliveryPolicy {
  lane: LanePolicy
  retry: RetryPolicy
  /** How long a claim holds: longer than the slowest send. */
  leaseMs: number
  /** How often a paused number is tried again when the messenger does not say. */
  probeMs: number
  /** The most messages that our number may send in a second. */
  numberPerSecond: number
  /** After this many undeliverable emails in a row a phone counts as unreachable. */
  unreachableAfter: number
}

export interface DeliverySettings {
  burst: number
  refillMs: number
  unknownWaitMs: number
  retryBaseMs: number
  /** A backlog of more emails goes as a digest; 0: never. */
  foldFrom: number
  announcePatienceMs: number
  announceGapMs: number
  numberPerSecond: number
  /** The longest that one send may take. */
  sendTimeoutMs: number
}

export function deliveryPolicy(settings: DeliverySettings): DeliveryPolicy {
  const rate = { capacity: settings.burst, refillMs: settings.refillMs }
  const announce = { ...defaultLanePolicy.announce, patienceMs: settings.announcePatienceMs, gapMs: settings.announceGapMs }
  const fold = { ...defaultLanePolicy.digest, from: settings.foldFrom === 0 ? null : settings.foldFrom }
  return {
    lane: { ...defaultLanePolicy, rate, announce, digest: fold },
    retry: { ...defaultRetryPolicy, baseMs: settings.retryBaseMs, echoWaitMs: settings.unknownWaitMs },
    leaseMs: settings.sendTimeoutMs * 2 + 10_000,
    probeMs: 60_000,
    numberPerSecond: settings.numberPerSecond,
    unreachableAfter: 3,
  }
}

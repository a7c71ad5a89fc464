// Delivery settings: pace, retries, announcements and digests.
import { z } from 'zod/mini'
import { count } from './values.ts'

export const deliverySettings = {
  OVERDUE_AFTER_MS: z._default(count, 1_800_000),
  LANE_BURST: z._default(count, 10),
  LANE_REFILL_MS: z._default(count, 6_000),
  UNKNOWN_WAIT_MS: z._default(count, 60_000),
  RETRY_BASE_MS: z._default(count, 5_000),
  DELIVERY_CONCURRENCY: z._default(count, 20),
  NUMBER_PER_SECOND: z._default(count, 80),
  FOLD_FROM: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 10),
  ANNOUNCE_PATIENCE_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 10_000),
  ANNOUNCE_GAP_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 3_600_000),
}

const Settings = z.object(deliverySettings)

export const toDeliveryConfig = (e: z.infer<typeof Settings>) => ({
  overdueAfterMs: e.OVERDUE_AFTER_MS,
  burst: e.LANE_BURST,
  refillMs: e.LANE_REFILL_MS,
  unknownWaitMs: e.UNKNOWN_WAIT_MS,
  retryBaseMs: e.RETRY_BASE_MS,
  concurrency: e.DELIVERY_CONCURRENCY,
  numberPerSecond: e.NUMBER_PER_SECOND,
  digestFrom: e.FOLD_FROM,
  announcePatienceMs: e.ANNOUNCE_PATIENCE_MS,
  announceGapMs: e.ANNOUNCE_GAP_MS,
})

// The settings of how deliveries leave: pace, patience, when they are announced and folded.
import { z } from 'zod'
import { count } from './values.ts'

export const deliverySettings = {
  OVERDUE_AFTER_MS: count.default(1_800_000),
  LANE_BURST: count.default(10),
  LANE_REFILL_MS: count.default(6_000),
  UNKNOWN_WAIT_MS: count.default(60_000),
  RETRY_BASE_MS: count.default(5_000),
  DELIVERY_CONCURRENCY: count.default(20),
  NUMBER_PER_SECOND: count.default(80),
  FOLD_FROM: z.coerce.number().int().min(0).max(100).default(10),
  ANNOUNCE_PATIENCE_MS: z.coerce.number().int().min(0).default(10_000),
  ANNOUNCE_GAP_MS: z.coerce.number().int().min(0).default(3_600_000),
}

const Settings = z.object(deliverySettings)

export const deliveryOf = (e: z.infer<typeof Settings>) => ({
  overdueAfterMs: e.OVERDUE_AFTER_MS,
  burst: e.LANE_BURST,
  refillMs: e.LANE_REFILL_MS,
  unknownWaitMs: e.UNKNOWN_WAIT_MS,
  retryBaseMs: e.RETRY_BASE_MS,
  concurrency: e.DELIVERY_CONCURRENCY,
  numberPerSecond: e.NUMBER_PER_SECOND,
  foldFrom: e.FOLD_FROM,
  announcePatienceMs: e.ANNOUNCE_PATIENCE_MS,
  announceGapMs: e.ANNOUNCE_GAP_MS,
})

// SQL for counters of tries and budgets; the library itself reads and writes them (server/foundation/rate-limits.ts).
import type { Db } from './pool.ts'

/** Deletes counters that have ended. */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute()
}

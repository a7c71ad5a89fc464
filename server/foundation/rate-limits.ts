// Counts tries and budgets in PostgreSQL, over all hosts and restarts; in memory while the database does not answer.
import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db/pool.ts'
import { digest } from './seal.ts'

/** At most `points` in `seconds`. */
export interface RateLimit {
  points: number
  seconds: number
}

export interface SharedLimiter {
  /** Counts `points` for `key`; the time to wait when that is more than allowed, else null. */
  take(key: string, points?: number): Promise<number | null>
  /** The time to wait when nothing is left for `key`, else null; counts nothing. */
  waitMs(key: string): Promise<number | null>
  reset(key: string): Promise<void>
}

export const openSharedLimiter = (db: Db, name: string, { points, seconds }: RateLimit): SharedLimiter => {
  const limit = { keyPrefix: name, points, duration: seconds }
  return toLimiter(
    new RateLimiterPostgres({
      ...limit,
      storeClient: { query: ({ text, values }: Query) => run(db, text, values) },
      ...{ storeType: 'client', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false },
      // Past the limit, this process needs no database to refuse.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(limit),
    }),
  )
}

/** Of this process alone, for limits that a request may not wait for. */
export const openLocalLimiter = (name: string, { points, seconds }: RateLimit): SharedLimiter =>
  toLimiter(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))

interface Query {
  text: string
  values: unknown[]
}

async function run(db: Db, text: string, values: unknown[]) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return { rows, rowCount: rows.length }
}

/** Keys are digests: whatever a stranger writes as a key costs the same few bytes, and the table names nobody. */
const keyOf = (key: string): string => digest(key).toString('base64url')

function toLimiter(limiter: RateLimiterPostgres | RateLimiterMemory): SharedLimiter {
  return {
    async take(key, points = 1) {
      try {
        await limiter.consume(keyOf(key), points)
        return null
      } catch (spent) {
        if (spent instanceof RateLimiterRes) return spent.msBeforeNext
        throw spent
      }
    },
    async waitMs(key) {
      const counted = await limiter.get(keyOf(key))
      return counted && counted.remainingPoints <= 0 ? counted.msBeforeNext : null
    },
    async reset(key) {
      await limiter.delete(keyOf(key))
    },
  }
}

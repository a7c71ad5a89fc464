// Limits how often a user may test connections, and how often an email account may fail.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export interface ConnectionTestLimiter {
  /** Counts a test; null when it is allowed, else the seconds to wait. */
  take(userId: string): Promise<number | null>
  /** Null when this account has not failed too often, else the seconds to wait. */
  blocked(host: string, username: string): Promise<number | null>
  failed(host: string, username: string): Promise<void>
}

const hourSeconds = 3600
const testsAnHour = 10
const failuresAnHour = 5

/** Counted per process. */
export function openConnectionTestLimiter(): ConnectionTestLimiter {
  const tests = new RateLimiterMemory({ points: testsAnHour, duration: hourSeconds })
  const failures = new RateLimiterMemory({ points: failuresAnHour, duration: hourSeconds })
  const keyOf = (host: string, username: string) => JSON.stringify([host.toLowerCase(), username.toLowerCase()])
  return {
    take: async userId => {
      try {
        await tests.consume(userId)
        return null
      } catch (spent) {
        if (spent instanceof RateLimiterRes) return secondsToWait(spent)
        throw spent
      }
    },
    blocked: async (host, username) => {
      const counted = await failures.get(keyOf(host, username))
      return counted && counted.consumedPoints >= failuresAnHour ? secondsToWait(counted) : null
    },
    failed: async (host, username) => {
      await failures.penalty(keyOf(host, username))
    },
  }
}

const secondsToWait = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

// Limits how often a user may test connections, and how often an email account may fail.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export interface ConnectionTestLimiter {
  /** Counts a test; null when it is allowed, else the seconds to wait. A user who types wrong settings never comes near this. */
  take(userId: string): Promise<number | null>
  /** A test that ended well, or in our own question about a certificate, does not count. */
  giveBack(userId: string): Promise<void>
  /** Null when this user may try this account, else the seconds to wait. */
  blocked(userId: string, host: string, username: string): Promise<number | null>
  /** The server refused the sign-in. */
  failed(userId: string, host: string, username: string): Promise<void>
}

const hourSeconds = 3600
/** So many only that nobody looks for servers with us. */
const testsAnHour = 60
const failuresAnHour = 5
/** By all users together, so that nobody tries passwords through many accounts of ours. */
const failuresOfAllAnHour = 50

/** Counted per process. What strangers tried stops nobody's first try: they could keep the owner from adding the account. */
export function openConnectionTestLimiter(): ConnectionTestLimiter {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: hourSeconds })
  const [tests, failures, failuresOfAll] = [limiter(testsAnHour), limiter(failuresAnHour), limiter(failuresOfAllAnHour)]
  const keyOf = (...parts: string[]) => JSON.stringify(parts.map(part => part.toLowerCase()))
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
    giveBack: async userId => void (await tests.reward(userId)),
    blocked: async (userId, host, username) => {
      const own = await failures.get(keyOf(userId, host, username))
      if (!own) return null
      if (own.consumedPoints >= failuresAnHour) return secondsToWait(own)
      const all = await failuresOfAll.get(keyOf(host, username))
      return all && all.consumedPoints >= failuresOfAllAnHour ? secondsToWait(all) : null
    },
    failed: async (userId, host, username) => {
      await failures.penalty(keyOf(userId, host, username))
      await failuresOfAll.penalty(keyOf(host, username))
    },
  }
}

const secondsToWait = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

// Counts requests by address or session and refuses what goes past the limit.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from './errors.ts'
import type { LimitName, Limits } from './switches.ts'

export interface Counters {
  /** Counts one request of `key`; throws 429 past the limit. */
  take(name: LimitName, key: string): Promise<void>
}

export function openCounters(limits: Limits): Counters {
  const counters = new Map(
    Object.entries(limits).map(([name, l]) => [name, new RateLimiterMemory({ keyPrefix: name, points: l.points, duration: l.seconds })]),
  )
  return {
    async take(name, key) {
      try {
        await counters.get(name)?.consume(key)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refusalOf(name, error)
        throw error
      }
    },
  }
}

function refusalOf(name: LimitName, { msBeforeNext }: RateLimiterRes): Error {
  const seconds = Math.ceil(msBeforeNext / 1000)
  if (name === 'letter')
    return refuse('over_email_send_rate_limit', { message: `For security purposes, you can only request this after ${seconds} seconds.` })
  return refuse(name === 'letters' ? 'over_email_send_rate_limit' : 'over_request_rate_limit')
}

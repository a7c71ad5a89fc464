// Rate limits of the auth wire, by address, account or session.
import { isIP } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type AuthCode, refuse } from './errors.ts'
import type { LimitName, Limits } from './switches.ts'

export interface Counters {
  /** Counts one request of `key`; throws 429 past the limit. */
  take(name: LimitName, key: string): Promise<void>
  /** Forgets what was counted for `key`. */
  forgive(name: LimitName, key: string): Promise<void>
}

export function openCounters(limits: Limits): Counters {
  const counters = new Map(
    Object.entries(limits).map(([name, l]) => [name, new RateLimiterMemory({ keyPrefix: name, points: l.points, duration: l.seconds })]),
  )
  return {
    async take(name, key) {
      try {
        await counters.get(name)?.consume(networkOf(key))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refusalOf(name, error)
        throw error
      }
    },
    async forgive(name, key) {
      await counters.get(name)?.delete(networkOf(key))
    },
  }
}

function refusalOf(name: LimitName, { msBeforeNext }: RateLimiterRes): Error {
  const seconds = Math.ceil(msBeforeNext / 1000)
  const code = codes[name] ?? 'over_request_rate_limit'
  const isOfOne = name === 'letter' || name === 'text'
  return refuse(code, isOfOne ? { message: `For security purposes, you can only request this after ${seconds} seconds.` } : {})
}

const codes: Record<string, AuthCode> = {
  letter: 'over_email_send_rate_limit',
  letters: 'over_email_send_rate_limit',
  text: 'over_sms_send_rate_limit',
  texts: 'over_sms_send_rate_limit',
}

/** One household has a whole /64 of IPv6 addresses (RFC 6177): they count as one. Other keys stay as they are. */
export function networkOf(key: string): string {
  if (isIP(key) !== 6) return key
  const [head = '', tail] = key.split('%')[0]?.split('::') ?? []
  const [front, back] = [head, tail ?? ''].map(part => part.split(':').filter(Boolean))
  const missing = tail === undefined ? 0 : 8 - (front?.length ?? 0) - (back?.length ?? 0)
  const groups = [...(front ?? []), ...Array.from({ length: missing }, () => '0'), ...(back ?? [])]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

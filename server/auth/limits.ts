// Rate limits of the auth API, per address, account or session.
import { isIP } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type AuthCode, refuse } from './errors.ts'
import type { LimitName, Limits } from './switches.ts'

export interface Counters {
  /** Counts one request for `key`; throws 429 past the limit. */
  consume(name: LimitName, key: string): Promise<void>
  /** Resets the counter for `key`. */
  reset(name: LimitName, key: string): Promise<void>
}

export function openCounters(limits: Limits): Counters {
  const counters = new Map(
    Object.entries(limits).map(([name, l]) => [name, new RateLimiterMemory({ keyPrefix: name, points: l.points, duration: l.seconds })]),
  )
  return {
    async consume(name, key) {
      try {
        await counters.get(name)?.consume(networkOf(key))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw limitError(name, error)
        throw error
      }
    },
    async reset(name, key) {
      await counters.get(name)?.delete(networkOf(key))
    },
  }
}

function limitError(name: LimitName, { msBeforeNext }: RateLimiterRes): Error {
  const seconds = Math.ceil(msBeforeNext / 1000)
  const code = errorCodes[name] ?? 'over_request_rate_limit'
  const isPerReceiver = name === 'emailToAddress' || name === 'codeToPhone'
  return refuse(code, isPerReceiver ? { message: `For security purposes, you can only request this after ${seconds} seconds.` } : {})
}

const errorCodes: Record<string, AuthCode> = {
  emailToAddress: 'over_email_send_rate_limit',
  emails: 'over_email_send_rate_limit',
  invitations: 'over_email_send_rate_limit',
  codeToPhone: 'over_sms_send_rate_limit',
  codes: 'over_sms_send_rate_limit',
}

/** One household has a full /64 of IPv6 addresses (RFC 6177), which count as one. Other keys are returned unchanged. */
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

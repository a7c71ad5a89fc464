// Rate limits of the auth API: those on passwords, codes and emails hold over all hosts.
import { isIP } from 'node:net'
import type { Db } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import { networkOf } from '../foundation/networks.ts'
import { openLocalLimiter, openSharedLimiter } from '../foundation/rate-limits.ts'
import { type AuthCode, refuse } from './errors.ts'
import type { LimitName, Limits } from './switches.ts'

export interface Counters {
  /** Counts one request for `key`; throws 429 past the limit. */
  consume(name: LimitName, key: string): Promise<void>
  /** Throws 429 when nothing is left for `key`; counts nothing. */
  check(name: LimitName, key: string): Promise<void>
  /** Counts without refusing: what was sent has been sent. */
  count(name: LimitName, key: string): Promise<void>
  /** Resets the counter for `key`. */
  reset(name: LimitName, key: string): Promise<void>
}

/** Counted in this process: they keep a host from being overrun, and come with every request. */
const local = new Set<string>([
  'token',
  'refresh',
  'captcha',
  'provider',
  'user',
  'account',
  'verify',
  'factorChallenge',
  'factorVerify',
  'passkeyChallenge',
] satisfies LimitName[])

export function openCounters(db: Db, limits: Limits, log?: Pick<Log, 'warn'>): Counters {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      local.has(name) ? openLocalLimiter(name, limit) : openSharedLimiter(db, name, limit),
    ]),
  )
  const note = openNotes(log)
  const refuseFor = (name: LimitName, key: string, waitMs: number | null | undefined) => {
    if (waitMs == null) return
    note(name, key)
    throw limitError(name, waitMs)
  }
  return {
    consume: async (name, key) => refuseFor(name, key, await limiters.get(name)?.take(networkOf(key))),
    check: async (name, key) => refuseFor(name, key, await limiters.get(name)?.waitMs(networkOf(key))),
    count: async (name, key) => void (await limiters.get(name)?.take(networkOf(key))),
    reset: async (name, key) => limiters.get(name)?.reset(networkOf(key)),
  }
}

/** Once a minute for each limit: an attack must not fill the log as well. Names people by nothing: of keys only networks are written. */
function openNotes(log: Pick<Log, 'warn'> | undefined): (name: LimitName, key: string) => void {
  const noted = openLocalLimiter('noted', { points: 1, seconds: 60 })
  return (name, key) =>
    void noted.take(name).then(waitMs => {
      if (waitMs === null) log?.warn({ limit: name, ...(isIP(key) !== 0 && { network: networkOf(key) }) }, 'a sign-in limit was reached')
    })
}

function limitError(name: LimitName, waitMs: number): Error {
  const seconds = Math.ceil(waitMs / 1000)
  const code = errorCodes[name] ?? 'over_request_rate_limit'
  const isPerReceiver = name === 'emailToAddress' || name === 'codeToPhone'
  return refuse(code, isPerReceiver ? { message: `For security purposes, you can only request this after ${seconds} seconds.` } : {})
}

const errorCodes: Record<string, AuthCode> = {
  emailToAddress: 'over_email_send_rate_limit',
  emails: 'over_email_send_rate_limit',
  emailsFromNetwork: 'over_email_send_rate_limit',
  invitations: 'over_email_send_rate_limit',
  codeToPhone: 'over_sms_send_rate_limit',
  codes: 'over_sms_send_rate_limit',
  codesToUsers: 'over_sms_send_rate_limit',
  codesFromNetwork: 'over_sms_send_rate_limit',
}

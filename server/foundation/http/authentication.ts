// Authenticates a request: a user by session token, or a program by API key where the route allows it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { KeyScope } from '../../../core/api/keys.ts'
import { spokenWords } from '../words.ts'
import { HttpError } from './errors.ts'

const say = spokenWords().of('http')

/** Who a bearer token speaks for, or null when it is not valid. */
export type VerifySession = (bearer: string) => Promise<{ userId: string; sessionId: string; isSecondStepDue: boolean } | null>

/** What an API key is worth. */
export type KeyCheck = { kind: 'key'; userId: string; keyId: string; scope: KeyScope } | { kind: 'unknown' | 'expired' | 'revoked' }
export type VerifyKey = (token: string) => Promise<KeyCheck>

export interface Authenticated {
  userId: string
  /** Null for an API key. */
  sessionId: string | null
}

export interface AuthenticationDeps {
  verifySession: VerifySession
  verifyKey: VerifyKey
  /** How often one key may ask. */
  keyRequestsAMinute: number
}

/** The scope that a key needs here; null where none is taken. */
export type NeededScope = KeyScope | null

export const looksLikeKey = (bearer: string): boolean => bearer.startsWith('mf_')

/** Found out once for each request, before its body is read. */
export function openAuthentication({ verifySession, verifyKey, keyRequestsAMinute }: AuthenticationDeps) {
  const pace = new RateLimiterMemory({ points: keyRequestsAMinute, duration: 60 })
  const known = new WeakMap<FastifyRequest, Authenticated>()

  async function byKey(token: string, needed: NeededScope, reply: FastifyReply): Promise<Authenticated> {
    const key = await verifyKey(token)
    if (key.kind !== 'key') throw new HttpError(401, `key_${key.kind}`, worthless[key.kind])
    await pace.consume(key.keyId).catch(spent => refuseOverLimit(spent, reply))
    if (needed === null) throw new HttpError(403, 'key_not_taken', 'API keys are not taken here. Sign in and do this yourself.')
    if (needed === 'write' && key.scope === 'read')
      throw new HttpError(403, 'key_reads_only', 'This API key may only read. Make one that may write, then try again.')
    return { userId: key.userId, sessionId: null }
  }

  async function bySession(bearer: string | undefined): Promise<Authenticated> {
    const who = bearer ? await verifySession(bearer) : null
    if (!who) throw new HttpError(401, 'not_signed_in', say('signIn'))
    if (who.isSecondStepDue) throw new HttpError(403, 'insufficient_aal', say('secondFactor'))
    return { userId: who.userId, sessionId: who.sessionId }
  }

  return async (request: FastifyRequest, reply: FastifyReply, needed: NeededScope): Promise<Authenticated> => {
    const before = known.get(request)
    if (before) return before
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const who = bearer && looksLikeKey(bearer) ? await byKey(bearer, needed, reply) : await bySession(bearer)
    known.set(request, who)
    return who
  }
}

const worthless = {
  unknown: 'This API key is not known. Check that it was copied whole, or make a new one in your settings.',
  expired: 'This API key has expired. Make a new one in your settings.',
  revoked: 'This API key was revoked. Make a new one in your settings.',
}

/** Says how long to wait, in words and in the header that programs read (RFC 9110 §10.2.3). */
export function refuseOverLimit(spent: unknown, reply?: FastifyReply): never {
  const seconds = Math.ceil((spent instanceof RateLimiterRes ? spent.msBeforeNext : 60_000) / 1000)
  void reply?.header('retry-after', String(seconds))
  throw new HttpError(429, 'over_request_rate_limit', say('hurry', { seconds: String(seconds) }))
}

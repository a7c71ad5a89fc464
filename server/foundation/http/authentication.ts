// Authenticates a request: a user by session token, or a program by API key where the route allows it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { KeyScope } from '../../../core/api/keys.ts'
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'
import { beyondPlan } from './plan-limit.ts'

const t = requestWords().of('http')

/** The session behind a bearer token, or null when it is not valid. */
export type VerifySession = (
  bearer: string,
) => Promise<{ userId: string; sessionId: string; isSecondStepDue: boolean; hasSecondStep: boolean } | null>

/** The result of checking an API key. */
export type KeyCheck =
  | { kind: 'key'; userId: string; keyId: string; scope: KeyScope }
  | { kind: 'unknown' | 'expired' | 'revoked' | 'beyond_plan' }
export type VerifyKey = (token: string) => Promise<KeyCheck>

export interface Authenticated {
  userId: string
  /** Null for an API key. */
  sessionId: string | null
}

export interface AuthenticatedCaller extends Authenticated {
  /** The session has used a second factor. */
  hasSecondStep: boolean
}

export interface AuthenticationDeps {
  verifySession: VerifySession
  verifyKey: VerifyKey
  /** The request limit for one key. */
  keyRequestsPerMinute(): number
}

/** The scope that an API key needs; null where keys are not accepted. */
export type RequiredScope = KeyScope | null

export const looksLikeKey = (bearer: string): boolean => bearer.startsWith('mf_')

export const readBearer = ({ headers }: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** Authenticates each request once, before its body is read. */
export function openAuthentication({ verifySession, verifyKey, keyRequestsPerMinute }: AuthenticationDeps) {
  const keyLimiter = new RateLimiterMemory({ points: keyRequestsPerMinute(), duration: 60 })
  const authenticated = new WeakMap<FastifyRequest, AuthenticatedCaller>()

  async function authenticateKey(token: string, required: RequiredScope, reply: FastifyReply): Promise<AuthenticatedCaller> {
    const key = await verifyKey(token)
    if (key.kind === 'beyond_plan') throw beyondPlan({ limit: 'apiKeysUse' })
    if (key.kind !== 'key') throw new HttpError(401, `key_${key.kind}`, keyErrors[key.kind])
    keyLimiter.points = keyRequestsPerMinute()
    await keyLimiter.consume(key.keyId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
    if (required === null) throw new HttpError(403, 'key_not_taken', 'API keys are not taken here. Sign in and do this yourself.')
    if (required === 'write' && key.scope === 'read')
      throw new HttpError(403, 'key_reads_only', 'This API key may only read. Make one that may write, then try again.')
    return { userId: key.userId, sessionId: null, hasSecondStep: false }
  }

  async function authenticateSession(bearer: string | undefined): Promise<AuthenticatedCaller> {
    const session = bearer ? await verifySession(bearer) : null
    if (!session) throw new HttpError(401, 'not_signed_in', t('signIn'))
    if (session.isSecondStepDue) throw new HttpError(403, 'insufficient_aal', t('secondFactor'))
    return { userId: session.userId, sessionId: session.sessionId, hasSecondStep: session.hasSecondStep }
  }

  return async (request: FastifyRequest, reply: FastifyReply, required: RequiredScope): Promise<AuthenticatedCaller> => {
    const existing = authenticated.get(request)
    if (existing) return existing
    const bearer = readBearer(request)
    const caller = bearer && looksLikeKey(bearer) ? await authenticateKey(bearer, required, reply) : await authenticateSession(bearer)
    authenticated.set(request, caller)
    return caller
  }
}

const keyErrors = {
  unknown: 'This API key is not known. Check that it was copied whole, or make a new one in your settings.',
  expired: 'This API key has expired. Make a new one in your settings.',
  revoked: 'This API key was revoked. Make a new one in your settings.',
}

/** Refuses with the time to wait, in the message and in the Retry-After header (RFC 9110 §10.2.3). */
export function refuseOverLimit(limiterResult: unknown, reply?: FastifyReply): never {
  const seconds = Math.ceil((limiterResult instanceof RateLimiterRes ? limiterResult.msBeforeNext : 60_000) / 1000)
  void reply?.header('retry-after', String(seconds))
  throw new HttpError(429, 'over_request_rate_limit', t('hurry', { seconds: String(seconds) }))
}

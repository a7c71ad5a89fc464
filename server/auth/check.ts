// Checks that a bearer token is valid: signature, expiry, and an active session.
import { z } from 'zod/mini'
import type { Db } from '../foundation/db/pool.ts'
import { isServiceKey } from './administration/owners.ts'
import type { CheckedToken, TokenKeys, VerifiedClaims } from './keys.ts'
import { readSessionState, readUser, type SessionState } from './store.ts'

interface SessionIdentity {
  userId: string
  sessionId: string
}

/** `ended`: the token itself is valid, but its session is gone, or its user is deleted or banned. */
export type CheckedBearer =
  | (Extract<CheckedToken, { kind: 'claims' }> & SessionState)
  | Exclude<CheckedToken, { kind: 'claims' }>
  | { kind: 'ended' }

export interface SessionCheck {
  /** Null when the token is not ours, has expired, or its session ended; a positive result may be 3 s old. */
  verifySession: (bearer: string) => Promise<(SessionIdentity & SessionState) | null>
  /** The claims of a token that we or a trusted key signed, or why it is invalid. */
  readBearer: (bearer: string) => Promise<CheckedBearer>
  /** Call after sessions have ended, to ask the database again. */
  clearCache: () => void
}

const cacheMs = 3_000
const maxCached = 10_000
/** A token without a session here has no second step. */
const sessionless: SessionState = { isSecondStepDue: false, hasSecondStep: false }
const SessionClaims = z.object({ sub: z.uuid(), session_id: z.uuid() })

export function openSessionCheck(db: Db, keys: TokenKeys, now: () => Date): SessionCheck {
  const cache = new Map<string, SessionState & { at: number }>()

  async function loadState({ userId, sessionId }: SessionIdentity): Promise<SessionState | null> {
    const at = now().getTime()
    const key = `${userId} ${sessionId}`
    const cached = cache.get(key)
    if (cached && at - cached.at < cacheMs) return cached
    const state = await readSessionState(db, userId, sessionId)
    // Not cached: a pending second step may be completed at any moment and must count at once.
    if (!state || state.isSecondStepDue) return state
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { ...state, at })
    return state
  }

  async function loadStateByClaims({ claims, isOurs }: { claims: VerifiedClaims; isOurs: boolean }): Promise<SessionState | null> {
    if (claims.role === 'service_role' && isOurs) return (await isServiceKey(db, claims['jti'], now())) ? sessionless : null
    if (claims.sub === undefined) return sessionless
    if (claims.session_id !== undefined) {
      const identity = toSessionIdentity(claims)
      return identity && loadState(identity)
    }
    const sub = z.uuid().safeParse(claims.sub)
    const user = sub.success ? (await readUser(db, sub.data))?.user : null
    return !user || user.deleted_at || (user.banned_until && user.banned_until > now()) ? null : sessionless
  }

  return {
    async verifySession(bearer) {
      const token = await keys.read(bearer, now())
      // Whoever holds a trusted key may not act in a session that we began.
      const identity = token.kind === 'claims' && token.isOurs ? toSessionIdentity(token.claims) : null
      const state = identity && (await loadState(identity))
      return identity && state ? { ...identity, isSecondStepDue: state.isSecondStepDue, hasSecondStep: state.hasSecondStep } : null
    },
    async readBearer(bearer) {
      const token = await keys.read(bearer, now())
      if (token.kind !== 'claims') return token
      const state = await loadStateByClaims(token)
      return state ? { ...token, isSecondStepDue: state.isSecondStepDue, hasSecondStep: state.hasSecondStep } : { kind: 'ended' }
    },
    clearCache: () => cache.clear(),
  }
}

function toSessionIdentity(claims: VerifiedClaims): SessionIdentity | null {
  const parsed = SessionClaims.safeParse(claims)
  return parsed.success ? { userId: parsed.data.sub, sessionId: parsed.data.session_id } : null
}

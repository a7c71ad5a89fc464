// Checks that a bearer token is valid: signature, expiry, and a session that has not ended.
import { z } from 'zod/mini'
import type { Db } from '../foundation/db/pool.ts'
import { isServiceKey } from './administration/owners.ts'
import type { CheckedToken, TokenKeys, VerifiedClaims } from './keys.ts'
import { readSessionState, readUser } from './store.ts'

interface Who {
  userId: string
  sessionId: string
}

interface SessionState {
  /** A second factor was set up, and this session has not shown it yet. */
  isSecondStepDue: boolean
}

/** `ended`: signed right and in time, but its session or its person is gone, or banned. */
export type CheckedBearer =
  | (Extract<CheckedToken, { kind: 'claims' }> & SessionState)
  | Exclude<CheckedToken, { kind: 'claims' }>
  | { kind: 'ended' }

export interface SessionCheck {
  /** Null when the token is not ours, has expired, or its session ended; a yes may be 3 s old. */
  verifySession: (bearer: string) => Promise<(Who & SessionState) | null>
  /** The claims of a token, ours or of a trusted key, or why it says nothing. */
  readBearer: (bearer: string) => Promise<CheckedBearer>
  /** Sessions have ended: ask the database again. */
  forget: () => void
}

const keptMs = 3_000
const keptSessions = 10_000
/** A token without a session of ours has no second step. */
const alone: SessionState = { isSecondStepDue: false }
const PersonClaims = z.object({ sub: z.uuid(), session_id: z.uuid() })

export function openSessionCheck(db: Db, keys: TokenKeys, now: () => Date): SessionCheck {
  const seen = new Map<string, SessionState & { at: number }>()

  async function standingOf({ userId, sessionId }: Who): Promise<SessionState | null> {
    const at = now().getTime()
    const key = `${userId} ${sessionId}`
    const known = seen.get(key)
    if (known && at - known.at < keptMs) return known
    const standing = await readSessionState(db, userId, sessionId)
    // A step that is due may be taken at any moment, and counts at once.
    if (!standing || standing.isSecondStepDue) return standing
    if (seen.size >= keptSessions) seen.clear()
    seen.set(key, { ...standing, at })
    return standing
  }

  async function standingBy({ claims, isOurs }: { claims: VerifiedClaims; isOurs: boolean }): Promise<SessionState | null> {
    if (claims.role === 'service_role' && isOurs) return (await isServiceKey(db, claims['jti'], now())) ? alone : null
    if (claims.sub === undefined) return alone
    if (claims.session_id !== undefined) {
      const who = whoOf(claims)
      return who && standingOf(who)
    }
    const sub = z.uuid().safeParse(claims.sub)
    const user = sub.success ? (await readUser(db, sub.data))?.user : null
    return !user || user.deleted_at || (user.banned_until && user.banned_until > now()) ? null : alone
  }

  return {
    async verifySession(bearer) {
      const token = await keys.read(bearer, now())
      const who = token.kind === 'claims' ? whoOf(token.claims) : null
      const standing = who && (await standingOf(who))
      return who && standing ? { ...who, isSecondStepDue: standing.isSecondStepDue } : null
    },
    async readBearer(bearer) {
      const token = await keys.read(bearer, now())
      if (token.kind !== 'claims') return token
      const standing = await standingBy(token)
      return standing ? { ...token, isSecondStepDue: standing.isSecondStepDue } : { kind: 'ended' }
    },
    forget: () => seen.clear(),
  }
}

function whoOf(claims: VerifiedClaims): Who | null {
  const person = PersonClaims.safeParse(claims)
  return person.success ? { userId: person.data.sub, sessionId: person.data.session_id } : null
}

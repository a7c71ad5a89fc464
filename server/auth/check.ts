// Whether a bearer token still stands for somebody who is signed in: signature, expiry, and the session's row.
import { z } from 'zod'
import type { Db } from '../db/pool.ts'
import type { CheckedToken, TokenKeys, VerifiedClaims } from './keys.ts'
import { isSignedIn, readUser } from './store.ts'

export interface Who {
  userId: string
  sessionId: string
}

/** `ended`: signed right and in time, but its session or its person is gone, or banned. */
export type Bearer = CheckedToken | { kind: 'ended' }

export interface SessionCheck {
  /** Null when the token is not ours, has expired, or its session ended; a yes may be 3 s old. */
  verifySession: (bearer: string) => Promise<Who | null>
  /** The claims of a token, ours or of a trusted key, or why it says nothing. */
  readBearer: (bearer: string) => Promise<Bearer>
  /** Sessions have ended: ask the database again. */
  forget: () => void
}

const keptMs = 3_000
const keptSessions = 10_000
const PersonClaims = z.object({ sub: z.uuid(), session_id: z.uuid() })

export function openSessionCheck(db: Db, keys: TokenKeys, now: () => Date): SessionCheck {
  const seenAt = new Map<string, number>()

  async function isThere({ userId, sessionId }: Who): Promise<boolean> {
    const at = now().getTime()
    const seen = `${userId} ${sessionId}`
    if (at - (seenAt.get(seen) ?? 0) < keptMs) return true
    if (!(await isSignedIn(db, userId, sessionId, now()))) return false
    if (seenAt.size >= keptSessions) seenAt.clear()
    seenAt.set(seen, at)
    return true
  }

  async function stands(claims: VerifiedClaims): Promise<boolean> {
    if (claims.sub === undefined) return true
    if (claims.session_id !== undefined) {
      const who = whoOf(claims)
      return who !== null && isThere(who)
    }
    const sub = z.uuid().safeParse(claims.sub)
    const record = sub.success ? await readUser(db, sub.data) : null
    return record !== null && !(record.user.banned_until && record.user.banned_until > now())
  }

  return {
    async verifySession(bearer) {
      const token = await keys.read(bearer, now())
      const who = token.kind === 'claims' ? whoOf(token.claims) : null
      return who && (await isThere(who)) ? who : null
    },
    async readBearer(bearer) {
      const token = await keys.read(bearer, now())
      return token.kind !== 'claims' || (await stands(token.claims)) ? token : { kind: 'ended' }
    },
    forget: () => seenAt.clear(),
  }
}

function whoOf(claims: VerifiedClaims): Who | null {
  const person = PersonClaims.safeParse(claims)
  return person.success ? { userId: person.data.sub, sessionId: person.data.session_id } : null
}

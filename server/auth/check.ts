// Whether a bearer token still stands for somebody who is signed in: signature, expiry, and the session's row.
import { z } from 'zod'
import type { Db } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import type { TokenKeys } from './keys.ts'
import { isSignedIn } from './store.ts'

export interface Who {
  userId: string
  sessionId: string
}

export interface SessionCheck {
  /** Null when the token is not ours, has expired, or its session ended; a yes may be 3 s old. */
  verifySession: (bearer: string) => Promise<Who | null>
  /** Sessions have ended: ask the database again. */
  forget: () => void
}

const keptMs = 3_000
const keptSessions = 10_000
const PersonClaims = z.object({ sub: z.uuid(), session_id: z.uuid() })

export function openSessionCheck(db: Db, keys: TokenKeys, now: () => Date): SessionCheck {
  const seenAt = new Map<string, number>()

  async function isThere(userId: string, sessionId: string): Promise<boolean> {
    const at = now().getTime()
    const seen = `${userId} ${sessionId}`
    if (at - (seenAt.get(seen) ?? 0) < keptMs) return true
    if (!(await isSignedIn(db, userId, sessionId, now()))) return false
    if (seenAt.size >= keptSessions) seenAt.clear()
    seenAt.set(seen, at)
    return true
  }

  return {
    async verifySession(bearer) {
      const claims = PersonClaims.safeParse(await verified(keys, bearer, now()))
      if (!claims.success) return null
      const { sub: userId, session_id: sessionId } = claims.data
      return (await isThere(userId, sessionId)) ? { userId, sessionId } : null
    },
    forget: () => seenAt.clear(),
  }
}

async function verified(keys: TokenKeys, bearer: string, now: Date): Promise<unknown> {
  try {
    return await keys.verify(bearer, now)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

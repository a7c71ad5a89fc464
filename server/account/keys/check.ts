// Checks whether an API key is still valid, and what it may do.
import type { Db } from '../../foundation/db/pool.ts'
import type { VerifyKey } from '../../foundation/http/authentication.ts'
import { keyByHash } from './owners.ts'
import { noteUse } from './store.ts'
import { hashOf, isWellFormed } from './token.ts'

const hourMs = 3_600_000

export function openKeyCheck(db: Db, now: () => Date): VerifyKey {
  return async token => {
    if (!isWellFormed(token)) return { kind: 'unknown' }
    const at = now()
    const key = await keyByHash(db, hashOf(token), at)
    if (!key) return { kind: 'unknown' }
    if (key.revoked_at) return { kind: 'revoked' }
    if (key.expires_at <= at) return { kind: 'expired' }
    // One write an hour, however often a program asks.
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
    if (!key.last_used_at || key.last_used_at < hour) await noteUse(db, key.user_id, key.id, hour)
    return { kind: 'key', userId: key.user_id, keyId: key.id, scope: key.scope }
  }
}

// Whether an API key still speaks for its person, and for how much.
import type { Db } from '../../db/pool.ts'
import type { VerifyKey } from '../../http/who.ts'
import { keyByHash } from './owners.ts'
import { noteUse } from './store.ts'
import { hashOf, isWhole } from './token.ts'

const hourMs = 3_600_000

export function openKeyCheck(db: Db, now: () => Date): VerifyKey {
  return async token => {
    if (!isWhole(token)) return { kind: 'unknown' }
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

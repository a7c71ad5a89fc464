// Checks whether an API key is valid, and what it may do.
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { VerifyKey } from '../../foundation/http/authentication.ts'
import { findKeyByHash } from './owners.ts'
import { recordUse } from './store.ts'
import { hashToken, isWellFormed } from './token.ts'

const hourMs = 3_600_000

export function openKeyCheck(db: Db, now: () => Date, limitsOf: LimitsOf): VerifyKey {
  return async token => {
    if (!isWellFormed(token)) return { kind: 'unknown' }
    const at = now()
    const key = await findKeyByHash(db, hashToken(token), at)
    if (!key) return { kind: 'unknown' }
    if (key.revoked_at) return { kind: 'revoked' }
    if (key.expires_at <= at) return { kind: 'expired' }
    if (!(await limitsOf(key.user_id)).apiKeys) return { kind: 'beyond_plan' }
    // Recorded at most once per hour, however often a program calls.
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
    if (!key.last_used_at || key.last_used_at < hour) await recordUse(db, key.user_id, key.id, hour)
    return { kind: 'key', userId: key.user_id, keyId: key.id, scope: key.scope }
  }
}

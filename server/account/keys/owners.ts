// SQL that finds the owner of an API key, and deletes keys that ended long ago.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

/** Keys of who is banned or gone speak for nobody. */
export async function keyByHash(db: Db, hash: Buffer, now: Date): Promise<Row<'api_keys'> | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .where('api_keys.key_hash', '=', hash)
    .where('users.deleted_at', 'is', null)
    .where(e => e.or([e('users.banned_until', 'is', null), e('users.banned_until', '<=', now)]))
    .executeTakeFirst()
}

/** Drops those that ended before `before`, in whichever way. */
export async function sweepKeys(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where(e => e.or([e('expires_at', '<', before), e('revoked_at', '<', before)]))
    .execute()
}

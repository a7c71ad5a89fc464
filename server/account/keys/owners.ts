// SQL that finds the owner of an API key, and deletes keys that expired long ago.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

/** Excludes keys of banned and deleted users. */
export async function findKeyByHash(db: Db, hash: Buffer, now: Date): Promise<Row<'api_keys'> | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .where('api_keys.key_hash', '=', hash)
    .where('users.deleted_at', 'is', null)
    .where(e => e.or([e('users.banned_until', 'is', null), e('users.banned_until', '<=', now)]))
    .executeTakeFirst()
}

/** Deletes keys that expired or were revoked before `before`. */
export async function sweepKeys(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where(e => e.or([e('expires_at', '<', before), e('revoked_at', '<', before)]))
    .execute()
}

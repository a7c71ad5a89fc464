// SQL for one user's API keys.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

export async function listKeys(db: Db, userId: string): Promise<Row<'api_keys'>[]> {
  return db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** False when the user already has `maxKeys` valid keys. */
export async function saveKey(tx: Tx, userId: string, key: Omit<NewRow<'api_keys'>, 'user_id'>, maxKeys: number): Promise<boolean> {
  // Locks the user, so that of two concurrent requests the second counts the first one's key.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  if ((await countKeys(tx, userId, new Date(key.created_at))) >= maxKeys) return false
  await tx
    .insertInto('api_keys')
    .values({ ...key, user_id: userId })
    .execute()
  return true
}

/** Counts valid keys. */
export async function countKeys(db: Db, userId: string, now: Date): Promise<number> {
  const { working } = await db
    .selectFrom('api_keys')
    .select(e => e.fn.countAll<string>().as('working'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(working)
}

/** Undefined when there is no such key, or it is already revoked. */
export async function revokeKey(tx: Tx, userId: string, id: string, now: Date): Promise<Row<'api_keys'> | undefined> {
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function recordUse(db: Db, userId: string, id: string, hour: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: hour }).where('user_id', '=', userId).where('id', '=', id).execute()
}

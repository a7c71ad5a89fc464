// SQL for one user's API keys.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

export async function listKeys(db: Db, userId: string): Promise<Row<'api_keys'>[]> {
  return db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** Returns false where `most` keys work already. */
export async function saveKey(tx: Tx, userId: string, key: Omit<NewRow<'api_keys'>, 'user_id'>, most: number): Promise<boolean> {
  // Of two that come at once the second waits, and counts the first.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  if ((await countKeys(tx, userId, new Date(key.created_at))) >= most) return false
  await tx
    .insertInto('api_keys')
    .values({ ...key, user_id: userId })
    .execute()
  return true
}

/** Those that work. */
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

/** Undefined where there is no such key, or it works no more. */
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

export async function noteUse(db: Db, userId: string, id: string, hour: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: hour }).where('user_id', '=', userId).where('id', '=', id).execute()
}

// SQL for one user's passkeys and security keys.
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../../foundation/db/tables.ts'

/** Stores a new key; false when its factor already has one, or when the key is already registered. */
export async function insertPasskey(tx: Tx, userId: string, key: Omit<NewRow<'passkeys'>, 'user_id'>): Promise<boolean> {
  const added = await tx
    .insertInto('passkeys')
    .values({ ...key, user_id: userId })
    .onConflict(c => c.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

export function listPasskeys(db: Db, userId: string): Promise<Row<'passkeys'>[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function readPasskey(db: Db, userId: string, factorId: string): Promise<Row<'passkeys'> | null> {
  const own = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).where('factor_id', '=', factorId)
  return (await own.executeTakeFirst()) ?? null
}

/** Stores the signature counter; false when it did not increase, which suggests a cloned key (WebAuthn §6.1.1). */
export async function advanceCounter(tx: Tx, userId: string, factorId: string, counter: number): Promise<boolean> {
  const advanced = await tx
    .updateTable('passkeys')
    .set({ counter })
    .where('user_id', '=', userId)
    .where('factor_id', '=', factorId)
    .where(or => or.or([or('counter', '<', String(counter)), or.and([or('counter', '=', '0'), or.val(counter === 0)])]))
    .executeTakeFirst()
  return advanced.numUpdatedRows > 0n
}

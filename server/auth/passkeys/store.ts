// SQL for the passkeys that one user signs in with.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

/** False when this key is registered already, by this user or another. */
export async function insertSignInPasskey(tx: Tx, userId: string, key: Omit<NewRow<'sign_in_passkeys'>, 'user_id'>): Promise<boolean> {
  const added = await tx
    .insertInto('sign_in_passkeys')
    .values({ ...key, user_id: userId })
    .onConflict(c => c.column('credential_id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

export function listSignInPasskeys(db: Db, userId: string): Promise<Row<'sign_in_passkeys'>[]> {
  return db.selectFrom('sign_in_passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** Null when the user has no such passkey. */
export async function renameSignInPasskey(db: Db, userId: string, id: string, name: string): Promise<Row<'sign_in_passkeys'> | null> {
  const renamed = db.updateTable('sign_in_passkeys').set({ friendly_name: name }).where('user_id', '=', userId).where('id', '=', id)
  return (await renamed.returningAll().executeTakeFirst()) ?? null
}

/** Null when the user has no such passkey. */
export async function dropSignInPasskey(tx: Tx, userId: string, id: string): Promise<Row<'sign_in_passkeys'> | null> {
  const dropped = tx.deleteFrom('sign_in_passkeys').where('user_id', '=', userId).where('id', '=', id)
  return (await dropped.returningAll().executeTakeFirst()) ?? null
}

/** Stores the signature counter; false when it did not increase, which suggests a cloned key (WebAuthn §6.1.1). */
export async function touchSignInPasskey(tx: Tx, userId: string, id: string, counter: number, now: Date): Promise<boolean> {
  const touched = await tx
    .updateTable('sign_in_passkeys')
    .set({ counter, last_used_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(or => or.or([or('counter', '<', String(counter)), or.and([or('counter', '=', '0'), or.val(counter === 0)])]))
    .executeTakeFirst()
  return touched.numUpdatedRows > 0n
}

/** False when the challenge was used before. */
export async function usePasskeyChallenge(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .insertInto('used_passkey_challenges')
    .values({ id, user_id: userId, created_at: now })
    .onConflict(c => c.column('id').doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows !== 0n
}

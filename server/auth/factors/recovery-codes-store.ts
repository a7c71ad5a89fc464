// SQL for one user's recovery codes.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export function readRecoveryCodes(db: Db, userId: string): Promise<Pick<Row<'recovery_codes'>, 'used_at' | 'created_at'>[]> {
  return db.selectFrom('recovery_codes').select(['used_at', 'created_at']).where('user_id', '=', userId).execute()
}

/** Replaces all codes of the user. */
export async function saveRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[], now: Date): Promise<void> {
  await dropRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash, created_at: now })))
    .execute()
}

/** False when there is no such code, or it was used before. */
export async function markRecoveryCode(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function dropRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Codes open nothing once the last second factor is gone. */
export async function dropUselessRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(e => e.not(e.exists(e.selectFrom('factors').select('id').where('user_id', '=', userId).where('status', '=', 'verified'))))
    .execute()
}

// SQL that finds the owner of a passkey, and forgets all users' used challenges.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export async function findSignInPasskey(db: Db, credentialId: Buffer): Promise<Row<'sign_in_passkeys'> | null> {
  return (await db.selectFrom('sign_in_passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()) ?? null
}

export async function isPasskeyChallengeUsed(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('used_passkey_challenges').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns how many were used before `before`. */
export async function sweepPasskeyChallenges(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('used_passkey_challenges').where('created_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

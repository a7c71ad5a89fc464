// Claims the pending sign-in that a callback belongs to.
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'

/** Claims a state's sign-in, once; undefined when there is none or it has expired. */
export async function takeSignIn(db: Db, stateHash: Buffer, now: Date): Promise<Row<'mailbox_sign_ins'> | undefined> {
  const taken = await db.deleteFrom('mailbox_sign_ins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
  return taken && taken.expires_at > now ? taken : undefined
}

/** Deletes sign-ins that were never completed. */
export async function dropOldSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mailbox_sign_ins').where('expires_at', '<', now).execute()
}

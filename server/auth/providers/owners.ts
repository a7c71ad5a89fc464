// SQL that finds the owner of an identity, and the OAuth flow that a callback belongs to.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export async function identityBySubject(db: Db, provider: string, subject: string): Promise<Row<'identities'> | null> {
  const found = db.selectFrom('identities').selectAll().where('provider', '=', provider).where('provider_id', '=', subject)
  return (await found.executeTakeFirst()) ?? null
}

/** Takes the flow away, whatever its return brings; null when it is unknown, was taken, or began before `since`. */
export async function takeFlow(db: Db, id: string, secretHash: Buffer, since: Date): Promise<Row<'provider_flows'> | null> {
  const taken = db
    .deleteFrom('provider_flows')
    .where('id', '=', id)
    .where('secret_hash', '=', secretHash)
    .where('created_at', '>', since)
    .returningAll()
  return (await taken.executeTakeFirst()) ?? null
}

/** Drops the flows that nobody has come back to. */
export async function dropOldFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_flows').where('created_at', '<=', before).execute()
}

/** `userId` is of who adds an identity; null of somebody who signs in, and is nobody yet. */
export async function saveFlow(db: Db, userId: string | null, flow: Omit<Row<'provider_flows'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('provider_flows')
    .values({ ...flow, user_id: userId })
    .execute()
}

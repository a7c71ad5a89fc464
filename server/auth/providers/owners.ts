// SQL that finds the owner of an identity, and the OAuth flow of a callback.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export async function identityBySubject(db: Db, provider: string, subject: string): Promise<Row<'identities'> | null> {
  const found = db.selectFrom('identities').selectAll().where('provider', '=', provider).where('provider_id', '=', subject)
  return (await found.executeTakeFirst()) ?? null
}

/** Deletes and returns the flow; null when it is unknown, already taken, or older than `since`. */
export async function takeProviderFlow(db: Db, id: string, secretHash: Buffer, since: Date): Promise<Row<'provider_flows'> | null> {
  const taken = db
    .deleteFrom('provider_flows')
    .where('id', '=', id)
    .where('secret_hash', '=', secretHash)
    .where('created_at', '>', since)
    .returningAll()
  return (await taken.executeTakeFirst()) ?? null
}

/** Deletes abandoned flows. */
export async function dropOldFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_flows').where('created_at', '<=', before).execute()
}

/** `userId` is the user who links an identity; null for a sign-in. */
export async function saveProviderFlow(db: Db, userId: string | null, flow: Omit<Row<'provider_flows'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('provider_flows')
    .values({ ...flow, user_id: userId })
    .execute()
}

// SQL for identities that an administrator changes, and for the row that a soft delete leaves.
import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { eraseUser } from '../store.ts'

/** Merges data into the user's identity of that provider; false when they have none. */
export async function changeIdentity(tx: Tx, userId: string, provider: string, data: Record<string, unknown>, now: Date): Promise<boolean> {
  const changed = await tx
    .updateTable('identities')
    .set({ identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Invalidates the tokens emailed for a change of address. */
export async function dropChangeTokens(tx: Tx, userId: string): Promise<void> {
  const kinds = ['email_change_current', 'email_change_new'] as const
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('kind', 'in', kinds).execute()
}

type AnonymizedUser = Pick<Row<'users'>, 'email' | 'role' | 'created_at' | 'deleted_at'> & {
  identities: Pick<Row<'identities'>, 'id' | 'provider' | 'provider_id' | 'created_at'>[]
}

/** Replaces a user with an anonymized row; everything that references the old row is deleted, in future tables too. */
export async function replaceUser(tx: Tx, userId: string, { identities, ...user }: AnonymizedUser): Promise<void> {
  const updated_at = user.deleted_at ?? user.created_at
  await eraseUser(tx, userId)
  await tx
    .insertInto('users')
    .values({ ...user, id: userId, user_metadata: '{}', app_metadata: '{}', is_anonymous: false, updated_at })
    .execute()
  for (const identity of identities)
    await tx
      .insertInto('identities')
      .values({ ...identity, user_id: userId, identity_data: '{}', updated_at })
      .execute()
}

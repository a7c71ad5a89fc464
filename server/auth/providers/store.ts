// SQL for one user's provider identities and pending flows.
import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

/** False when the identity is taken. */
export async function addIdentity(tx: Tx, userId: string, identity: Omit<NewRow<'identities'>, 'user_id'>): Promise<boolean> {
  const added = await tx
    .insertInto('identities')
    .values({ ...identity, user_id: userId })
    .onConflict(c => c.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

export async function changeIdentityData(tx: Tx, userId: string, id: string, data: Record<string, unknown>, now: Date): Promise<void> {
  const json = JSON.stringify(data)
  await tx
    .updateTable('identities')
    .set({ identity_data: json, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function dropIdentity(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Deletes all identities, or all except one. */
export async function dropIdentities(tx: Tx, userId: string, exceptId: string | null): Promise<void> {
  const own = tx.deleteFrom('identities').where('user_id', '=', userId)
  await (exceptId === null ? own : own.where('id', '!=', exceptId)).execute()
}

/** Deletes provider identities with this address that were never verified, except one. */
export async function dropUnverifiedIdentities(tx: Tx, userId: string, email: string, exceptId: string | null): Promise<void> {
  const unproven = tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', 'not in', ['email', 'phone'])
    .where(sql<boolean>`identity_data->>'email' = ${email}`)
    .where(sql<boolean>`coalesce(identity_data->>'email_verified', 'false') <> 'true'`)
  await (exceptId === null ? unproven : unproven.where('id', '!=', exceptId)).execute()
}

export async function markIdentityVerified(tx: Tx, userId: string, id: string): Promise<void> {
  const proven = sql<string>`identity_data || '{"email_verified": true}'::jsonb`
  await tx.updateTable('identities').set({ identity_data: proven }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Reads and locks the user, so that other changes to their identities wait for this transaction. */
export async function lockUserRow(tx: Tx, userId: string): Promise<Row<'users'> | null> {
  return (await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()) ?? null
}

/** Deletes all pending flows and codes that could still sign somebody in, all factors and all passkeys. */
export async function dropPendingProofs(tx: Tx, userId: string): Promise<void> {
  for (const table of [
    'flow_states',
    'provider_flows',
    'one_time_tokens',
    'phone_codes',
    'factors',
    'recovery_codes',
    'sign_in_passkeys',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

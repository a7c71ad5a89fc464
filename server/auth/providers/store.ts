// SQL for one user's identities at providers and what awaits an exchange.
import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

/** False when somebody has this identity. */
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

/** All but one, or all. */
export async function dropIdentities(tx: Tx, userId: string, but: string | null): Promise<void> {
  const own = tx.deleteFrom('identities').where('user_id', '=', userId)
  await (but === null ? own : own.where('id', '!=', but)).execute()
}

/** Drops identities at providers that claim this address and were never shown to have it, but for one. */
export async function dropUnproven(tx: Tx, userId: string, email: string, but: string | null): Promise<void> {
  const unproven = tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', 'not in', ['email', 'phone'])
    .where(sql<boolean>`identity_data->>'email' = ${email}`)
    .where(sql<boolean>`coalesce(identity_data->>'email_verified', 'false') <> 'true'`)
  await (but === null ? unproven : unproven.where('id', '!=', but)).execute()
}

export async function markProven(tx: Tx, userId: string, id: string): Promise<void> {
  const proven = sql<string>`identity_data || '{"email_verified": true}'::jsonb`
  await tx.updateTable('identities').set({ identity_data: proven }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Reads the person and keeps every other change of their identities waiting until this transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<Row<'users'> | null> {
  return (await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()) ?? null
}

/** Drops whatever was begun for a person and would still let somebody in, and the second proofs that would keep others out. */
export async function dropBegun(tx: Tx, userId: string): Promise<void> {
  for (const table of ['flow_states', 'provider_flows', 'one_time_tokens', 'phone_codes', 'factors'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

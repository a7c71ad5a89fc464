// SQL that finds the owner of an address or token, and deletes all users' expired sessions and flows.
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { sweepPasskeyChallenges } from './passkeys/owners.ts'

export async function userByEmail(db: Db, email: string): Promise<Row<'users'> | null> {
  return (await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

export async function userByPhone(db: Db, phone: string): Promise<Row<'users'> | null> {
  return (await db.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst()) ?? null
}

export async function sessionByToken(db: Db, tokenHash: Buffer): Promise<{ userId: string; sessionId: string } | null> {
  const row = await db.selectFrom('refresh_tokens').select(['user_id', 'session_id']).where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ? { userId: row.user_id, sessionId: row.session_id } : null
}

/** Deletes sessions created before `before`; returns how many. */
export async function sweepSessions(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('sessions').where('created_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Forgets networks that their users have not signed in from since `before`. */
export async function sweepNetworks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_networks').where('last_seen_at', '<', before).execute()
}

/** Deletes unfinished flows and challenges created before `before`; returns how many. */
export async function sweepUnfinished(db: Db, before: Date): Promise<number> {
  const flows = await db.deleteFrom('flow_states').where('created_at', '<', before).executeTakeFirst()
  const challenges = await db.deleteFrom('challenges').where('created_at', '<', before).executeTakeFirst()
  const providerFlows = await db.deleteFrom('provider_flows').where('created_at', '<', before).executeTakeFirst()
  const usedChallenges = await sweepPasskeyChallenges(db, before)
  return Number(flows.numDeletedRows + providerFlows.numDeletedRows + challenges.numDeletedRows) + usedChallenges
}

/** Marks a link's token as used and returns it; null when there is no unused one of these kinds created after `since`. */
export async function useTokenByLink(
  tx: Tx,
  linkHash: Buffer,
  kinds: Row<'one_time_tokens'>['kind'][],
  now: Date,
  since: Date,
): Promise<Row<'one_time_tokens'> | null> {
  const used = tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('link_hash', '=', linkHash)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('created_at', '>', since)
    .returningAll()
  return (await used.executeTakeFirst()) ?? null
}

/** Users who requested this new address; several may wait for the same one. */
export function usersByNewEmail(db: Db, email: string): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().where('new_email', '=', email).execute()
}

/** Users who requested this new number, latest first. */
export function usersByNewPhone(db: Db, phone: string): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().where('new_phone', '=', phone).orderBy('phone_change_sent_at', 'desc').execute()
}

export async function findFlowByCode(db: Db, codeHash: Buffer): Promise<Row<'flow_states'> | null> {
  return (await db.selectFrom('flow_states').selectAll().where('auth_code_hash', '=', codeHash).executeTakeFirst()) ?? null
}

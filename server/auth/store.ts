// One person's user, identities, sessions and refresh tokens.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/pool.ts'
import type { NewRow, Row, RowChange } from '../db/tables.ts'

export interface UserRecord {
  user: Row<'users'>
  identities: Row<'identities'>[]
  factors: Row<'factors'>[]
}

/** Adds a user; false when the address is taken. */
export async function insertUser(tx: Tx, userId: string, user: Omit<NewRow<'users'>, 'id'>): Promise<boolean> {
  const added = await tx
    .insertInto('users')
    .values({ ...user, id: userId })
    .onConflict(c => c.column('email').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

export async function insertIdentity(tx: Tx, userId: string, identity: Omit<NewRow<'identities'>, 'user_id'>): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ ...identity, user_id: userId })
    .execute()
}

export async function readUser(db: Db, userId: string): Promise<UserRecord | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const identities = await db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  const factors = await db.selectFrom('factors').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  return { user, identities, factors }
}

export async function changeUser(db: Db, userId: string, change: RowChange<'users'>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
}

/** Notes a sign-in on the user and on the identity that was used. */
export async function noteSignIn(tx: Tx, userId: string, provider: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: now, updated_at: now }).where('id', '=', userId).execute()
  await tx
    .updateTable('identities')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute()
}

export async function insertSession(tx: Tx, userId: string, session: Omit<NewRow<'sessions'>, 'user_id'>): Promise<Row<'sessions'>> {
  return tx
    .insertInto('sessions')
    .values({ ...session, user_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function readSession(db: Db, userId: string, sessionId: string): Promise<Row<'sessions'> | null> {
  return (await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('id', '=', sessionId).executeTakeFirst()) ?? null
}

/** Whether the session is there and its person is not banned. */
export async function isSignedIn(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const found = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.user_id', '=', userId)
    .where('sessions.id', '=', sessionId)
    .where(or => or.or([or('users.banned_until', 'is', null), or('users.banned_until', '<=', now)]))
  return (await found.executeTakeFirst()) !== undefined
}

/** Reads a session and keeps every other transaction from reading it so until this one ends; gives up after 5 s. */
export async function lockSession(tx: Tx, userId: string, sessionId: string): Promise<Row<'sessions'> | null> {
  await sql`set local lock_timeout = '5s'`.execute(tx)
  const locked = tx.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('id', '=', sessionId).forUpdate()
  return (await locked.executeTakeFirst()) ?? null
}

export async function touchSession(tx: Tx, userId: string, sessionId: string, refreshedAt: Date): Promise<void> {
  await tx.updateTable('sessions').set({ refreshed_at: refreshedAt }).where('user_id', '=', userId).where('id', '=', sessionId).execute()
}

export type Scope = 'global' | 'local' | 'others'

/** Ends all sessions of a person, this one, or all others; their refresh tokens go with them. */
export async function endSessions(db: Db, userId: string, scope: Scope, sessionId: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (scope === 'global') await all.execute()
  if (scope === 'local') await all.where('id', '=', sessionId).execute()
  if (scope === 'others') await all.where('id', '!=', sessionId).execute()
}

export async function insertToken(tx: Tx, userId: string, token: Omit<NewRow<'refresh_tokens'>, 'user_id'>): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ ...token, user_id: userId })
    .execute()
}

/** The token that was presented and the one that is active, of a session that is locked. */
export async function readFamily(tx: Tx, userId: string, sessionId: string, presentedHash: Buffer) {
  const tokens = await tx
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where(or => or.or([or('token_hash', '=', presentedHash), or('revoked_at', 'is', null)]))
    .execute()
  return { presented: tokens.find(t => t.token_hash.equals(presentedHash)) ?? null, active: tokens.find(t => !t.revoked_at) ?? null }
}

/** Marks a token as exchanged and forgets what it was: only the active one can be given again. */
export async function revokeToken(tx: Tx, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now, sealed_token: null })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

type OneTimeKind = Row<'one_time_tokens'>['kind']

/** Replaces the person's token of that kind: an older mail becomes worthless. */
export async function keepOneTimeToken(tx: Tx, userId: string, token: Omit<NewRow<'one_time_tokens'>, 'user_id'>): Promise<void> {
  const row = { ...token, user_id: userId, attempts: 0, used_at: null }
  await tx
    .insertInto('one_time_tokens')
    .values(row)
    .onConflict(c => c.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
}

/** Counts a try on the code of that kind and returns the token, or null when there is none that was not used. */
export async function tryOneTimeToken(tx: Tx, userId: string, kind: OneTimeKind): Promise<Row<'one_time_tokens'> | null> {
  const tried = tx
    .updateTable('one_time_tokens')
    .set(t => ({ attempts: t('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .returningAll()
  return (await tried.executeTakeFirst()) ?? null
}

export async function useOneTimeToken(tx: Tx, userId: string, kind: OneTimeKind, now: Date): Promise<void> {
  await tx.updateTable('one_time_tokens').set({ used_at: now }).where('user_id', '=', userId).where('kind', '=', kind).execute()
}

export function readOneTimeTokens(db: Db, userId: string): Promise<Row<'one_time_tokens'>[]> {
  return db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', userId).execute()
}

export async function dropOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}

export async function insertFlow(tx: Tx, userId: string, flow: Omit<NewRow<'flow_states'>, 'user_id'>): Promise<void> {
  await tx
    .insertInto('flow_states')
    .values({ ...flow, user_id: userId })
    .execute()
}

/** Gives a flow its code; false when the flow is gone. */
export async function issueFlowCode(tx: Tx, userId: string, flowId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const issued = await tx
    .updateTable('flow_states')
    .set({ auth_code_hash: codeHash, auth_code_issued_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', flowId)
    .executeTakeFirst()
  return issued.numUpdatedRows > 0n
}

/** Takes a flow away; false when another exchange was faster. */
export async function takeFlow(tx: Tx, userId: string, flowId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('flow_states').where('user_id', '=', userId).where('id', '=', flowId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** The address is the person's: on the user and on the identity that stands for it. */
export async function confirmEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_confirmed_at: now, new_email: null, is_anonymous: false, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('identities')
    .set({ identity_data: sql`identity_data || ${JSON.stringify({ email, email_verified: true })}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
}

/** Adds a factor; false when the person has one of that name. */
export async function insertFactor(tx: Tx, userId: string, factor: Omit<NewRow<'factors'>, 'user_id'>): Promise<boolean> {
  const added = await tx
    .insertInto('factors')
    .values({ ...factor, user_id: userId })
    .onConflict(c => c.columns(['user_id', 'friendly_name']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

export async function dropFactor(tx: Tx, userId: string, factorId: string): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).where('id', '=', factorId).execute()
}

/** Drops factors that nobody has proven and that were begun before `before`. */
export async function dropUnverifiedFactors(tx: Tx, userId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<=', before)
    .execute()
}

/** Verifies a factor by a code of `step`; false when that step or a later one was used (RFC 6238 §5.2). */
export async function acceptStep(tx: Tx, userId: string, factorId: string, step: number, now: Date): Promise<boolean> {
  const accepted = await tx
    .updateTable('factors')
    .set({ status: 'verified', last_step: step, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .where(or => or.or([or('last_step', 'is', null), or('last_step', '<', String(step))]))
    .executeTakeFirst()
  return accepted.numUpdatedRows > 0n
}

export async function insertChallenge(db: Db, userId: string, challenge: Omit<NewRow<'challenges'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('challenges')
    .values({ ...challenge, user_id: userId })
    .execute()
  await db
    .updateTable('factors')
    .set({ last_challenged_at: challenge.created_at })
    .where('user_id', '=', userId)
    .where('id', '=', challenge.factor_id)
    .execute()
}

export async function readChallenge(db: Db, userId: string, id: string): Promise<Row<'challenges'> | null> {
  return (await db.selectFrom('challenges').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()) ?? null
}

/** False when the challenge was answered before. */
export async function useChallenge(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('challenges')
    .set({ verified_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function setAssurance(
  tx: Tx,
  userId: string,
  sessionId: string,
  to: Pick<RowChange<'sessions'>, 'aal' | 'amr' | 'factor_id'>,
): Promise<Row<'sessions'>> {
  return tx
    .updateTable('sessions')
    .set(to)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function readFactorSessions(db: Db, userId: string, factorId: string): Promise<Row<'sessions'>[]> {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('factor_id', '=', factorId).execute()
}

/** Ends the person's sessions that have one proof alone. */
export async function endLowSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('aal', '=', 'aal1').execute()
}

/** Exchanges all tokens of a session for nothing: none of them is forgiven, being exchanged long ago. */
export async function retireTokens(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date(0), sealed_token: null })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}

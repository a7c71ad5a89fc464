// SQL for one user: their row, identities, sessions and refresh tokens.
import { sql } from 'kysely'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow, Row, RowUpdate } from '../foundation/db/tables.ts'

export interface UserRecord {
  user: Row<'users'>
  identities: Row<'identities'>[]
  factors: Row<'factors'>[]
}

/** Adds a user; false when the address or number is taken. */
export async function insertUser(tx: Tx, userId: string, user: Omit<NewRow<'users'>, 'id'>): Promise<boolean> {
  const added = await tx
    .insertInto('users')
    .values({ ...user, id: userId })
    .onConflict(c => c.doNothing())
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

export async function changeUser(db: Db, userId: string, change: RowUpdate<'users'>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
}

/** Updates the last sign-in of the user and of the identity used. */
export async function touchSignIn(tx: Tx, userId: string, provider: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: now, updated_at: now }).where('id', '=', userId).execute()
  await tx
    .updateTable('identities')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute()
}

/** Records the device; true when it is new and the user has used another one before. */
export async function recordDevice(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<boolean> {
  const devices = await tx.selectFrom('devices').select('device_hash').where('user_id', '=', userId).execute()
  await tx
    .insertInto('devices')
    .values({ user_id: userId, device_hash: deviceHash, first_seen_at: now, last_seen_at: now })
    .onConflict(c => c.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
  return devices.length > 0 && !devices.some(d => d.device_hash.equals(deviceHash))
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

export interface SessionState {
  /** The user has a verified factor that this session has not used. */
  isSecondStepDue: boolean
  /** The session has used a second factor (aal2). */
  hasSecondStep: boolean
}

/** Null when the session is gone or its user banned. */
export async function readSessionState(db: Db, userId: string, sessionId: string): Promise<SessionState | null> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(e => [
      'sessions.aal',
      e
        .exists(
          e
            .selectFrom('factors')
            .select('factors.id')
            .whereRef('factors.user_id', '=', 'sessions.user_id')
            .where('status', '=', 'verified'),
        )
        .as('has_factor'),
    ])
    .where('sessions.user_id', '=', userId)
    .where('sessions.id', '=', sessionId)
    // A ban permanently ends the sessions that began before its end.
    .where(or => or.or([or('users.banned_until', 'is', null), or('users.banned_until', '<=', or.ref('sessions.created_at'))]))
    .executeTakeFirst()
  return found ? { isSecondStepDue: found.aal === 'aal1' && Boolean(found.has_factor), hasSecondStep: found.aal === 'aal2' } : null
}

/** Records how and when a session was authenticated. */
export async function saveAmr(tx: Db, userId: string, sessionId: string, amr: string): Promise<void> {
  await tx.updateTable('sessions').set({ amr }).where('user_id', '=', userId).where('id', '=', sessionId).execute()
}

/** Reads a session and locks its row until the transaction ends; fails after 5 s. */
export async function lockSession(tx: Tx, userId: string, sessionId: string): Promise<Row<'sessions'> | null> {
  await sql`set local lock_timeout = '5s'`.execute(tx)
  const locked = tx.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('id', '=', sessionId).forUpdate()
  return (await locked.executeTakeFirst()) ?? null
}

export async function touchSession(tx: Tx, userId: string, sessionId: string, refreshedAt: Date): Promise<void> {
  await tx.updateTable('sessions').set({ refreshed_at: refreshedAt }).where('user_id', '=', userId).where('id', '=', sessionId).execute()
}

export type Scope = 'global' | 'local' | 'others'

/** Ends all of a user's sessions, only this one, or all others; deletes their refresh tokens too. */
export async function endSessions(db: Db, userId: string, scope: Scope, sessionId: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (scope === 'global') await all.execute()
  if (scope === 'local') await all.where('id', '=', sessionId).execute()
  if (scope === 'others') await all.where('id', '!=', sessionId).execute()
  if (scope !== 'local') await dropPendingChanges(db, userId)
}

/** Cancels identity links and number changes started by ended sessions, which would be a way back in. */
export async function dropPendingChanges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('provider_flows').where('user_id', '=', userId).execute()
  await db.deleteFrom('flow_states').where('user_id', '=', userId).where('method', '=', 'oauth').execute()
  await db.deleteFrom('phone_codes').where('user_id', '=', userId).where('kind', '=', 'phone_change').execute()
  await db.updateTable('users').set({ new_phone: null }).where('id', '=', userId).where('new_phone', 'is not', null).execute()
}

export async function insertToken(tx: Tx, userId: string, token: Omit<NewRow<'refresh_tokens'>, 'user_id'>): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ ...token, user_id: userId })
    .execute()
}

/** The presented and the active token of a locked session. */
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

/** Marks a token as exchanged and deletes its sealed value: only the active one can be returned again. */
export async function revokeToken(tx: Tx, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now, sealed_token: null })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Marks the address as the user's, in their row and in their email identity. */
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

/** Sessions created after `after`, newest first. */
export function listSessions(db: Db, userId: string, after: Date): Promise<Row<'sessions'>[]> {
  const own = db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('created_at', '>', after)
  return own.orderBy('created_at', 'desc').execute()
}

/** Deletes the user and everything that references them. */
export async function eraseUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}

// Whose address or refresh token this is, and the sessions of all people that are over.
import type { Db } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'

export async function userByEmail(db: Db, email: string): Promise<Row<'users'> | null> {
  return (await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

export async function sessionByToken(db: Db, tokenHash: Buffer): Promise<{ userId: string; sessionId: string } | null> {
  const row = await db.selectFrom('refresh_tokens').select(['user_id', 'session_id']).where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ? { userId: row.user_id, sessionId: row.session_id } : null
}

/** Drops sessions that began before `before`; returns how many. */
export async function sweepSessions(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('sessions').where('created_at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

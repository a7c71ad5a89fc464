// SQL across users: finds owners of addresses and holders of roles, and deletes old log entries and accounts.
import type { Db, Tx } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'

/** The user with this address, or null. */
export async function findUserByEmail(db: Db, email: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email.trim().toLowerCase()).executeTakeFirst()
  return row?.id ?? null
}

/** Null for a user without an address, and for one who is gone. */
export async function readEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email ?? null
}

/** False when the user already had the role. */
export async function grantRole(db: Db, userId: string, role: string, now: Date): Promise<boolean> {
  const inserted = db
    .insertInto('user_roles')
    .values({ id: newId(now), user_id: userId, role, created_at: now })
    .onConflict(c => c.columns(['user_id', 'role']).doNothing())
    .returning('id')
  return (await inserted.executeTakeFirst()) !== undefined
}

/** False when the user did not have the role. */
export async function revokeRole(db: Db, userId: string, role: string): Promise<boolean> {
  const deleted = db.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role).returning('id')
  return (await deleted.executeTakeFirst()) !== undefined
}

/**
 * The users with the role admin who can sign in, locked until the transaction ends, so that two changes can't both spare the other's
 * last one.
 */
export async function lockActiveAdmins(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').orderBy('user_id').forUpdate().execute()
  if (rows.length === 0) return []
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(row => row.user_id),
    )
    .where('deleted_at', 'is', null)
    .where(e => e.or([e('banned_until', 'is', null), e('banned_until', '<=', now)]))
    .execute()
  return active.map(({ id }) => id)
}

export async function listEmailsWithRole(db: Db, role: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.email')
    .where('user_roles.role', '=', role)
    .orderBy('user_roles.created_at')
    .execute()
  return rows.map(row => row.email ?? 'someone without an address')
}

const sweptAtOnce = 10_000

/** Deletes log entries older than `before`, in batches so that none holds locks for long; returns how many. */
export async function sweepLogs(db: Db, before: Date): Promise<number> {
  for (let swept = 0; ; ) {
    const oldest = db.selectFrom('activity_logs').select('id').where('created_at', '<', before).orderBy('created_at').limit(sweptAtOnce)
    const deleted = await db.deleteFrom('activity_logs').where('id', 'in', oldest).executeTakeFirst()
    swept += Number(deleted.numDeletedRows)
    if (deleted.numDeletedRows < sweptAtOnce) return swept
  }
}

/** Recently deleted accounts, oldest first. */
export async function listDeletedAccounts(db: Db): Promise<{ userId: string; deletedAt: Date }[]> {
  const rows = await db.selectFrom('account_deletions').selectAll().orderBy('deleted_at').limit(1000).execute()
  return rows.map(row => ({ userId: row.user_id, deletedAt: row.deleted_at }))
}

/** Whether this user has been deleted and the data still under way for them is being erased. */
export async function isErasureUnderWay(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('account_deletions').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

export async function dropDeletionRecord(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_deletions').where('user_id', '=', userId).execute()
}

/** Sign-in and security entries in all users' logs that the server itself wrote, newest first: browsers can report what did not happen. */
export async function listAuthEvents(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const events = db.selectFrom('activity_logs').where('resource_type', 'in', ['auth', 'security']).where('source', '=', 'server')
  const counted = await events.select(e => e.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const entries = await events.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { total: Number(counted.count), entries }
}

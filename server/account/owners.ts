// SQL across users: owners of addresses, holders of roles, old log entries, deleted accounts.
import type { Db } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'

/** Null when nobody has signed up with this address. */
export async function personByEmail(db: Db, email: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email.trim().toLowerCase()).executeTakeFirst()
  return row?.id ?? null
}

/** Returns false when the person had the role already. */
export async function giveRole(db: Db, userId: string, role: string, now: Date): Promise<boolean> {
  const given = db
    .insertInto('user_roles')
    .values({ id: newId(now), user_id: userId, role, created_at: now })
    .onConflict(c => c.columns(['user_id', 'role']).doNothing())
    .returning('id')
  return (await given.executeTakeFirst()) !== undefined
}

/** Returns false when the person did not have the role. */
export async function takeRole(db: Db, userId: string, role: string): Promise<boolean> {
  const taken = db.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role).returning('id')
  return (await taken.executeTakeFirst()) !== undefined
}

export async function emailsWithRole(db: Db, role: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.email')
    .where('user_roles.role', '=', role)
    .orderBy('user_roles.created_at')
    .execute()
  return rows.map(row => row.email ?? 'somebody without an address')
}

/** Drops what was logged before `before`; returns how many. */
export async function sweepLogs(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('activity_logs').where('created_at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Those who left, the longest ago first. */
export async function departed(db: Db): Promise<{ userId: string; leftAt: Date }[]> {
  const rows = await db.selectFrom('account_deletions').selectAll().orderBy('deleted_at').limit(1000).execute()
  return rows.map(row => ({ userId: row.user_id, leftAt: row.deleted_at }))
}

/** Whether somebody of this id has left and what was under way for them is still being erased. */
export async function hasDeparted(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('account_deletions').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

export async function forgetDeparture(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_deletions').where('user_id', '=', userId).execute()
}

/** What the log says about signing in and about security, of all people, the newest first. */
export async function listAuthEvents(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const events = db.selectFrom('activity_logs').where('resource_type', 'in', ['auth', 'security'])
  const counted = await events.select(e => e.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const entries = await events.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { total: Number(counted.count), entries }
}

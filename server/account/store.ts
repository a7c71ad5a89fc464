// SQL for one user's roles and activity log, and for erasing their account data.
import { dropWrites } from '../foundation/db/idempotency.ts'
import { dropKeys } from '../foundation/db/keys.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow } from '../foundation/db/tables.ts'

/** Adds a log entry; without a user when none is known. It is the server's own unless it says that a browser reported it. */
export async function insertLog(db: Db, userId: string | null, log: Omit<NewRow<'activity_logs'>, 'user_id' | 'is_sealed'>): Promise<void> {
  await db
    .insertInto('activity_logs')
    .values({ source: 'server', ...log, user_id: userId })
    .execute()
}

/** Counts the user's entries of this action after `since`; users cannot delete their own entries. */
export async function countLogs(db: Db, userId: string, action: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('activity_logs')
    .select(e => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listRoles(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('created_at').execute()
  return rows.map(({ role }) => role)
}

/** Deletes data without a foreign key to the user; roles, logs, devices and preferences are deleted with the user row. */
export async function eraseAccountData(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const table of ['settings', 'api_keys', 'notifications_seen'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await dropKeys(tx, userId)
  await dropWrites(tx, userId)
  await tx
    .insertInto('account_deletions')
    .values({ user_id: userId, deleted_at: now })
    .onConflict(c => c.doNothing())
    .execute()
}

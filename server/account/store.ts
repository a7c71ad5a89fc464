// The SQL of one person's roles and activity log, as the server itself writes them.
import type { Db } from '../db/pool.ts'
import type { NewRow } from '../db/tables.ts'

/** Adds to the log; without a person for what concerns nobody we know. */
export async function insertLog(db: Db, userId: string | null, log: Omit<NewRow<'activity_logs'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('activity_logs')
    .values({ ...log, user_id: userId })
    .execute()
}

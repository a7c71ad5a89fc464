// SQL for the lock and version of one user's filters and lists, which change as one set.
import { sql } from 'kysely'
import type { Db } from '../foundation/db/pool.ts'

/** Runs a change in the caller's transaction or a new one; two changes for the same user never run at once. */
export function changeSet<T>(db: Db, userId: string, work: (tx: Db) => Promise<T>): Promise<T> {
  const locked = async (tx: Db) => {
    await tx
      .insertInto('filter_sets')
      .values({ user_id: userId, version: 1 })
      .onConflict(c => c.column('user_id').doUpdateSet({ version: sql`filter_sets.version + 1` }))
      .execute()
    return work(tx)
  }
  return db.isTransaction ? locked(db) : db.transaction().execute(locked)
}

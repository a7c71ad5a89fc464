// SQL for the lock and version of one user's filters and lists, which change as one set.
import { sql } from 'kysely'
import type { Db } from '../foundation/db/pool.ts'

/** Runs a change of the set in the caller's transaction or one of its own; two changes of one person never run at once. */
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

/** Grows with every change of the person's filters or lists; read before them, it tells whether what was kept is stale. */
export async function filtersVersion(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('filter_sets').select('version').where('user_id', '=', userId).executeTakeFirst()
  return Number(row?.version ?? 0)
}

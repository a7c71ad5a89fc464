// A person's filters and lists as one set that changes whole: its lock and its version.
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

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

// Reads the version of a user's filters, for tests of what changes it.
import type { Db } from '../foundation/db/pool.ts'

/** Increases with every change to the user's filters or lists. Read before them, it shows whether a cached copy is stale. */
export async function filtersVersion(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('filter_sets').select('version').where('user_id', '=', userId).executeTakeFirst()
  return Number(row?.version ?? 0)
}

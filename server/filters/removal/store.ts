// SQL that removes and restores one user's filters; until deletion they keep their history, counts and position.
import type { SavedFilter } from '../../../core/api/filters.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { toSavedFilter } from '../rows.ts'
import { changeSet } from '../set-store.ts'

/** Returns how many filters were removed. */
export function removeFilters(db: Db, userId: string, ids: string[], now: Date): Promise<number> {
  return changeSet(db, userId, async tx => {
    if (ids.length === 0) return 0
    const result = await tx
      .updateTable('filters')
      .set({ removed_at: now })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  })
}

export async function getRemoved(db: Db, userId: string, id: string): Promise<SavedFilter | undefined> {
  const row = await db
    .selectFrom('filters')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row && toSavedFilter(row)
}

/** Restores the filter; undefined if it was never removed, or has been deleted since. */
export function restoreFilter(db: Db, userId: string, id: string): Promise<SavedFilter | undefined> {
  return changeSet(db, userId, async tx => {
    const row = await tx
      .updateTable('filters')
      .set({ removed_at: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    return row && toSavedFilter(row)
  })
}

// SQL for the earlier versions of one user's filters.
import type { FilterDraft, FilterVersion, SavedFilter } from '../../../core/api/filters.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { columnsOf, draftOf } from '../rows.ts'

/** Older versions of a filter go. */
export const mostVersions = 100

/** Keeps the filters as they were just saved; `restored` is the version that they were taken back from. */
export async function keepVersions(tx: Db, userId: string, filters: SavedFilter[], restored: number | null, now: Date): Promise<void> {
  if (filters.length === 0) return
  await tx
    .insertInto('filter_versions')
    .values(filters.map(f => ({ user_id: userId, filter_id: f.id, version: f.version, ...columnsOf(f), restored, at: now })))
    .execute()
  for (const { id, version } of filters)
    if (version > mostVersions)
      await tx
        .deleteFrom('filter_versions')
        .where('user_id', '=', userId)
        .where('filter_id', '=', id)
        .where('version', '<=', version - mostVersions)
        .execute()
}

/** The newest first; the first is the filter as it is. */
export async function listVersions(db: Db, userId: string, filterId: string): Promise<FilterVersion[]> {
  const rows = await db
    .selectFrom('filter_versions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('filter_id', '=', filterId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(row => ({ ...draftOf(row), version: row.version, restored: row.restored, at: row.at.toISOString() }))
}

export async function readVersion(db: Db, userId: string, filterId: string, version: number): Promise<FilterDraft | undefined> {
  const row = await db
    .selectFrom('filter_versions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('filter_id', '=', filterId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && draftOf(row)
}

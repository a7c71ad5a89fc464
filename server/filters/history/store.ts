// SQL for the versions of one user's filters.
import type { FilterDraft, FilterVersion, SavedFilter } from '../../../core/api/filters.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { toColumns, toDraft } from '../rows.ts'

/** Older versions of a filter are deleted. */
export const maxVersions = 100

/** Saves a version of each filter; `restored` is the version that it was restored from. */
export async function saveVersions(tx: Db, userId: string, filters: SavedFilter[], restored: number | null, now: Date): Promise<void> {
  if (filters.length === 0) return
  await tx
    .insertInto('filter_versions')
    .values(filters.map(f => ({ user_id: userId, filter_id: f.id, version: f.version, ...toColumns(f), restored, at: now })))
    .execute()
  for (const { id, version } of filters)
    if (version > maxVersions)
      await tx
        .deleteFrom('filter_versions')
        .where('user_id', '=', userId)
        .where('filter_id', '=', id)
        .where('version', '<=', version - maxVersions)
        .execute()
}

/** Newest first; the first is the current version. */
export async function listVersions(db: Db, userId: string, filterId: string): Promise<FilterVersion[]> {
  const rows = await db
    .selectFrom('filter_versions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('filter_id', '=', filterId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(row => ({ ...toDraft(row), version: row.version, restored: row.restored, at: row.at.toISOString() }))
}

export async function readVersion(db: Db, userId: string, filterId: string, version: number): Promise<FilterDraft | undefined> {
  const row = await db
    .selectFrom('filter_versions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('filter_id', '=', filterId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && toDraft(row)
}

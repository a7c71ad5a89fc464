// SQL that changes one user's filters and saves a version of each change.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FilterDraft, SavedFilter } from '../../../core/api/filters.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { saveVersions } from '../history/store.ts'
import { removeFilters } from '../removal/store.ts'
import { toColumns, toSavedFilter } from '../rows.ts'
import { changeSet } from '../set-store.ts'
import { getFilter, listFilters } from '../store.ts'

export interface NewFilter {
  id: string
  draft: FilterDraft
}

/** Adds the filter after all others. */
export async function addFilter(db: Db, userId: string, id: string, draft: FilterDraft, now: Date): Promise<SavedFilter> {
  const [added] = await addFilters(db, userId, [{ id, draft }], now)
  if (!added) throw new Error('A filter was not saved.')
  return added
}

/** Adds the filters after all others, in order. */
export function addFilters(db: Db, userId: string, added: NewFilter[], now: Date): Promise<SavedFilter[]> {
  return changeSet(db, userId, async tx => {
    const last = await tx
      .selectFrom('filters')
      .select(e => e.fn.max('position').as('position'))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return insert(tx, userId, added, (last?.position ?? 0) + 1, now)
  })
}

async function insert(tx: Db, userId: string, added: NewFilter[], from: number, now: Date): Promise<SavedFilter[]> {
  if (added.length === 0) return []
  const rows = await tx
    .insertInto('filters')
    .values(
      added.map(({ id, draft }, i) => ({
        user_id: userId,
        id,
        position: from + i,
        ...toColumns(draft),
        created_at: now,
        updated_at: now,
      })),
    )
    .returningAll()
    .execute()
  const saved = rows.map(toSavedFilter).toSorted((a, b) => a.position - b.position)
  await saveVersions(tx, userId, saved, null, now)
  return saved
}

/** `restored` is the version that the draft was restored from. A draft that changes nothing adds no version. */
export function changeFilter(
  db: Db,
  userId: string,
  id: string,
  draft: FilterDraft,
  now: Date,
  restored: number | null = null,
): Promise<SavedFilter | undefined> {
  return changeSet(db, userId, async tx => {
    const before = await getFilter(tx, userId, id)
    if (!before || (restored === null && isSame(before, draft))) return before
    const row = await tx
      .updateTable('filters')
      .set({ ...toColumns(draft), version: before.version + 1, updated_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const saved = toSavedFilter(row)
    await saveVersions(tx, userId, [saved], restored, now)
    return saved
  })
}

/** The same but for when they were saved. */
export const isSame = (a: FilterDraft, b: FilterDraft): boolean => isDeepStrictEqual(contentOf(a), contentOf(b))
const contentOf = ({ name, paused, condition, actions }: FilterDraft) => ({ name, paused, condition, actions })

/** Sorts the filters in the order of `ids`; returns false without a change unless `ids` names each filter exactly once. */
export function orderFilters(db: Db, userId: string, ids: string[]): Promise<boolean> {
  return changeSet(db, userId, async tx => {
    const existingIds = new Set((await listFilters(tx, userId)).map(filter => filter.id))
    if (ids.length !== existingIds.size || new Set(ids).size !== ids.length || ids.some(id => !existingIds.has(id))) return false
    await savePositions(tx, userId, ids)
    return true
  })
}

/** Replaces all filters with these, in this order; existing ids are changed, others are added. */
export function replaceFilters(db: Db, userId: string, replacements: NewFilter[], now: Date): Promise<SavedFilter[]> {
  return changeSet(db, userId, async tx => {
    const existingIds = new Set((await listFilters(tx, userId)).map(filter => filter.id))
    const changed = replacements.filter(({ id }) => existingIds.has(id))
    const removedIds = [...existingIds].filter(id => !changed.some(filter => filter.id === id))
    await removeFilters(tx, userId, removedIds, now)
    for (const { id, draft } of changed) await changeFilter(tx, userId, id, draft, now)
    const added = replacements.filter(({ id }) => !existingIds.has(id))
    await insert(tx, userId, added, 1, now)
    await savePositions(
      tx,
      userId,
      replacements.map(({ id }) => id),
    )
    return listFilters(tx, userId)
  })
}

async function savePositions(tx: Db, userId: string, ids: string[]): Promise<void> {
  await sql`
    update filters set position = wanted.position
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    where filters.user_id = ${userId} and filters.id = wanted.id`.execute(tx)
}

// SQL that changes one user's filters and keeps a version of what they were.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FilterDraft, SavedFilter } from '../../../core/api/filters.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { keepVersions } from '../history/store.ts'
import { removeFilters } from '../removal/store.ts'
import { asSaved, columnsOf } from '../rows.ts'
import { changeSet } from '../set-store.ts'
import { getFilter, listFilters } from '../store.ts'

export interface NewFilter {
  id: string
  draft: FilterDraft
}

/** Adds the filter behind all others. */
export async function addFilter(db: Db, userId: string, id: string, draft: FilterDraft, now: Date): Promise<SavedFilter> {
  const [added] = await addFilters(db, userId, [{ id, draft }], now)
  if (!added) throw new Error('A filter was not kept.')
  return added
}

/** Adds the filters behind all others, in their order. */
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
        ...columnsOf(draft),
        created_at: now,
        updated_at: now,
      })),
    )
    .returningAll()
    .execute()
  const saved = rows.map(asSaved).toSorted((a, b) => a.position - b.position)
  await keepVersions(tx, userId, saved, null, now)
  return saved
}

/** `restored` is the version whose draft this is. What changes nothing makes no new version. */
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
      .set({ ...columnsOf(draft), version: before.version + 1, updated_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const saved = asSaved(row)
    await keepVersions(tx, userId, [saved], restored, now)
    return saved
  })
}

const isSame = (a: FilterDraft, b: FilterDraft): boolean => isDeepStrictEqual(contentOf(a), contentOf(b))
const contentOf = ({ name, paused, condition, actions }: FilterDraft) => ({ name, paused, condition, actions })

/** Puts the filters into the order of `ids`; false, and nothing changed, when `ids` does not name each of them once. */
export function orderFilters(db: Db, userId: string, ids: string[]): Promise<boolean> {
  return changeSet(db, userId, async tx => {
    const known = new Set((await listFilters(tx, userId)).map(filter => filter.id))
    if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some(id => !known.has(id))) return false
    await putInOrder(tx, userId, ids)
    return true
  })
}

/** Makes the filters exactly these, in this order; those whose id is there are changed, the others are added. */
export function replaceFilters(db: Db, userId: string, wanted: NewFilter[], now: Date): Promise<SavedFilter[]> {
  return changeSet(db, userId, async tx => {
    const known = new Set((await listFilters(tx, userId)).map(filter => filter.id))
    const kept = wanted.filter(({ id }) => known.has(id))
    const gone = [...known].filter(id => !kept.some(filter => filter.id === id))
    await removeFilters(tx, userId, gone, now)
    for (const { id, draft } of kept) await changeFilter(tx, userId, id, draft, now)
    const added = wanted.filter(({ id }) => !known.has(id))
    await insert(tx, userId, added, 1, now)
    await putInOrder(
      tx,
      userId,
      wanted.map(({ id }) => id),
    )
    return listFilters(tx, userId)
  })
}

async function putInOrder(tx: Db, userId: string, ids: string[]): Promise<void> {
  await sql`
    update filters set position = wanted.position
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    where filters.user_id = ${userId} and filters.id = wanted.id`.execute(tx)
}

// SQL for the filters of the log that staff have given a name: each user's own, and those they share.
import { LogFilters, type LogView } from '../../../core/api/admin/logs.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export const maxLogViews = 50

/** The user's own views and those of others that are shared, by name. */
export async function listLogViews(db: Db, userId: string): Promise<LogView[]> {
  const found = db
    .selectFrom('log_views')
    .selectAll()
    .where(e => e.or([e('user_id', '=', userId), e('is_shared', '=', true)]))
  return (await found.orderBy('name').orderBy('id').execute()).map(row => toLogView(row, userId))
}

/** Null when the user has as many as they may have. */
export async function addLogView(db: Db, userId: string, view: Omit<LogView, 'isOwn'>, now: Date): Promise<LogView | null> {
  const { id, name, filters, isShared } = view
  const { count } = await db
    .selectFrom('log_views')
    .select(e => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxLogViews) return null
  await db
    .insertInto('log_views')
    .values({ id, user_id: userId, name, filters: JSON.stringify(filters), is_shared: isShared, created_at: now })
    .execute()
  return { ...view, isOwn: true }
}

/** Null when there is none that the user may change: their own, or with `ofAll` whatever is shared. */
export async function renameLogView(db: Db, userId: string, id: string, name: string, ofAll: boolean): Promise<LogView | null> {
  const renamed = db
    .updateTable('log_views')
    .set({ name })
    .where('id', '=', id)
    .where(e => e.or([e('user_id', '=', userId), ...(ofAll ? [e('is_shared', '=', true)] : [])]))
    .returningAll()
  const row = await renamed.executeTakeFirst()
  return row ? toLogView(row, userId) : null
}

/** False when there is none that the user may remove: their own, or with `ofAll` whatever is shared. */
export async function removeLogView(db: Db, userId: string, id: string, ofAll: boolean): Promise<boolean> {
  const removed = db
    .deleteFrom('log_views')
    .where('id', '=', id)
    .where(e => e.or([e('user_id', '=', userId), ...(ofAll ? [e('is_shared', '=', true)] : [])]))
    .returning('id')
  return (await removed.executeTakeFirst()) !== undefined
}

const toLogView = (row: Row<'log_views'>, userId: string): LogView => ({
  id: row.id,
  name: row.name,
  filters: LogFilters.parse(row.filters),
  isShared: row.is_shared,
  isOwn: row.user_id === userId,
})

// Reads which rows of a user changed since the last poll, by the transactions that changed them.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import { type LiveTable, liveTableNames, liveTables, type RowChange } from '../../../core/api/realtime.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** A watched user with a PostgreSQL snapshot: the transactions that had committed when the user's rows were last read. */
export interface WatchedUser {
  userId: string
  since: string
}

export interface ChangesPage {
  changes: RowChange[]
  /** The cursor for the next poll. */
  next: string
  /** True when more rows wait than one poll returns. */
  isMore: boolean
}

/** Rows of one user that one poll returns; the last transaction is always returned in full. */
const pageSize = 500

/** A cursor that misses nothing from now on. */
export async function newCursor(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_snapshot()::text as at`.execute(db)
  return z.tuple([z.object({ at: z.string() })]).parse(rows)[0].at
}

interface ChangedRow {
  user_id: string
  at: string
  table: LiveTable
  made: boolean
  changed_xid: string
  record: Record<string, unknown>
}

/**
 * For each user, the rows created or changed by transactions that had not committed at the user's cursor. Rows are in the order in which
 * the transactions began to write, each row once and in its current version. A user missing from the result has nothing new and keeps
 * the cursor. Deleted rows are not reported.
 */
export async function changedSince(db: Db, users: WatchedUser[]): Promise<Map<string, ChangesPage>> {
  const rows = await readChangedRows(db, users)
  return new Map([...Map.groupBy(rows, row => row.user_id)].map(([userId, userRows]) => [userId, toPage(userRows)]))
}

async function readChangedRows(db: Db, users: WatchedUser[]): Promise<ChangedRow[]> {
  const ids = users.map(user => user.userId)
  const cursors = users.map(user => user.since)
  const tables = sql.join(liveTableNames.map(changesQuery), sql` union all `)
  const { rows } = await sql<ChangedRow>`
    select p.user_id, pg_current_snapshot()::text as at, c."table", c.made, c.changed_xid::text, c.record
    from unnest(${ids}::uuid[], ${cursors}::pg_snapshot[]) as p(user_id, since)
    cross join lateral (
      select * from (${tables}) u order by changed_xid fetch first ${sql.lit(pageSize)} rows with ties
    ) c
    order by p.user_id, c.changed_xid, c.rank, c.id`.execute(db)
  return rows
}

// Rows restored from another database may carry transaction ids of the future; they are ignored.
function changesQuery(table: LiveTable, rank: number): RawBuilder<unknown> {
  const fields = Object.keys(liveTables[table]).flatMap(column => [sql.lit(column), sql.ref(`r.${column}`)])
  return sql`
    select ${sql.lit(table)} as "table", ${sql.lit(rank)} as rank, r.id, r.changed_xid,
      coalesce(not pg_visible_in_snapshot(r.created_xid, p.since), false) as made, json_build_object(${sql.join(fields)}) as record
    from ${sql.table(table)} r
    where r.user_id = p.user_id and r.changed_xid >= pg_snapshot_xmin(p.since) and not pg_visible_in_snapshot(r.changed_xid, p.since)
      and r.changed_xid < pg_snapshot_xmax(pg_current_snapshot())`
}

function toPage(rows: ChangedRow[]): ChangesPage {
  const last = rows.at(-1)
  const isMore = rows.length >= pageSize
  return {
    changes: rows.map(({ user_id, table, made, record }) => ({ userId: user_id, table, type: made ? 'INSERT' : 'UPDATE', record })),
    next: last ? (isMore ? cutAfter(last.at, BigInt(last.changed_xid)) : last.at) : '',
    isMore,
  }
}

/** Cuts a snapshot (xmin:xmax:xip, …) after a transaction, so that all later ones are reported by the next poll. */
function cutAfter(snapshot: string, last: bigint): string {
  const [min = '', , running = ''] = snapshot.split(':')
  const end = last + 1n
  const before = running.split(',').filter(xid => xid !== '' && BigInt(xid) < end)
  return `${before.length > 0 ? min : end}:${end}:${before.join(',')}`
}

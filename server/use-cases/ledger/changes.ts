// Reads which rows of a user changed since the last look, by the transactions that changed them.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import { type LiveTable, liveTableNames, liveTables, type RowChange } from '../../../core/api/realtime.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** A person who is watched, and a snapshot of PostgreSQL: the transactions that were over when their rows were read. */
export interface WatchedUser {
  userId: string
  since: string
}

export interface ChangesPage {
  changes: RowChange[]
  /** Where the next look goes on. */
  next: string
  /** More waits than one look takes. */
  isMore: boolean
}

/** Rows of one person that one look takes; of the last transaction it takes all. */
const most = 500

/** From here on nothing is missed. */
export async function newCursor(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_snapshot()::text as at`.execute(db)
  return z.tuple([z.object({ at: z.string() })]).parse(rows)[0].at
}

interface Found {
  user_id: string
  at: string
  table: LiveTable
  made: boolean
  changed_xid: string
  record: Record<string, unknown>
}

/**
 * The rows of each person that transactions made or changed which were not over at the person's cursor, in the order in which these
 * transactions began to write, each row once and as it is now. Who is not in the answer has nothing new, and keeps the cursor.
 * What was deleted is not told.
 */
export async function changedSince(db: Db, people: WatchedUser[]): Promise<Map<string, ChangesPage>> {
  const rows = await look(db, people)
  return new Map([...Map.groupBy(rows, row => row.user_id)].map(([userId, theirs]) => [userId, changedOf(theirs)]))
}

async function look(db: Db, people: WatchedUser[]): Promise<Found[]> {
  const ids = people.map(one => one.userId)
  const cursors = people.map(one => one.since)
  const tables = sql.join(liveTableNames.map(changesIn), sql` union all `)
  const { rows } = await sql<Found>`
    select p.user_id, pg_current_snapshot()::text as at, c."table", c.made, c.changed_xid::text, c.record
    from unnest(${ids}::uuid[], ${cursors}::pg_snapshot[]) as p(user_id, since)
    cross join lateral (
      select * from (${tables}) u order by changed_xid fetch first ${sql.lit(most)} rows with ties
    ) c
    order by p.user_id, c.changed_xid, c.rank, c.id`.execute(db)
  return rows
}

// Numbers of transactions that are still to come stand in rows that were copied from another database: they say nothing here.
function changesIn(table: LiveTable, rank: number): RawBuilder<unknown> {
  const fields = Object.keys(liveTables[table]).flatMap(column => [sql.lit(column), sql.ref(`r.${column}`)])
  return sql`
    select ${sql.lit(table)} as "table", ${sql.lit(rank)} as rank, r.id, r.changed_xid,
      coalesce(not pg_visible_in_snapshot(r.created_xid, p.since), false) as made, json_build_object(${sql.join(fields)}) as record
    from ${sql.table(table)} r
    where r.user_id = p.user_id and r.changed_xid >= pg_snapshot_xmin(p.since) and not pg_visible_in_snapshot(r.changed_xid, p.since)
      and r.changed_xid < pg_snapshot_xmax(pg_current_snapshot())`
}

function changedOf(found: Found[]): ChangesPage {
  const last = found.at(-1)
  const isMore = found.length >= most
  return {
    changes: found.map(({ user_id, table, made, record }) => ({ userId: user_id, table, type: made ? 'INSERT' : 'UPDATE', record })),
    next: last ? (isMore ? upTo(last.at, BigInt(last.changed_xid)) : last.at) : '',
    isMore,
  }
}

/** The part of a snapshot (xmin:xmax:xip, …) that ends with a transaction: all later ones are still to be told. */
function upTo(snapshot: string, last: bigint): string {
  const [min = '', , running = ''] = snapshot.split(':')
  const end = last + 1n
  const before = running.split(',').filter(xid => xid !== '' && BigInt(xid) < end)
  return `${before.length > 0 ? min : end}:${end}:${before.join(',')}`
}

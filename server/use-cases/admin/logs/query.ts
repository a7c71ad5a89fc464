// Reads the activity log of all users, newest first, page by page.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod/mini'
import { type LogItem, logKinds, logSources, logStatuses } from '../../../../core/api/admin/logs.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { LogCondition, LogSearch } from './filters.ts'

const LogRow = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(logKinds),
  action: z.string(),
  status: z.enum(logStatuses),
  source: z.enum(logSources),
  user_id: z.nullable(z.string()),
  actor_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  resource_type: z.nullable(z.string()),
  resource_id: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
})
type LogRow = z.infer<typeof LogRow>

const shown = sql`log.id, to_char(log.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, log.kind, log.action, log.status,
  log.source, log.user_id, log.actor_id, log.email, log.resource_type, log.resource_id, log.ip_address`

const newestFirst = sql`order by log.created_at desc, log.id desc`

export interface LogPage {
  items: LogItem[]
  next: string | null
}

export async function listLogPage(db: Db, search: LogSearch, cursor: string | undefined, limit: number): Promise<LogPage> {
  const after = decodeCursor(cursor, TimeCursor)
  const conditions = after
    ? [...search.conditions, sql<SqlBool>`(log.created_at, log.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]
    : search.conditions
  const rows = await readRows(db, { ...search, conditions }, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toLogItem), next: last && rows.length > limit ? encodeCursor([last.at, last.id]) : null }
}

/** The newest rows that match, newest first. */
export const listNewestLogs = async (db: Db, search: LogSearch, limit: number): Promise<LogItem[]> =>
  (await readRows(db, search, limit)).map(toLogItem)

/** Entries logged at `at` or later. */
export const since = (search: LogSearch, at: Date): LogSearch => ({
  ...search,
  conditions: [...search.conditions, sql<SqlBool>`log.created_at >= ${at}`],
})

async function readRows(db: Db, { conditions, action, status }: LogSearch, limit: number): Promise<LogRow[]> {
  const select = sql`select ${shown} from activity_logs log`
  if (!action) return run(db, sql`${select} where ${all(conditions)} ${newestFirst} limit ${limit}`)
  const actions = action.isPrefix ? await listActions(db, action.text) : [action.text]
  if (actions.length > maxActions)
    return run(db, sql`${select} where ${all(conditions)} and starts_with(log.action, ${action.text}) ${newestFirst} limit ${limit}`)
  // Reads the newest rows of each action and status from its index, then takes the newest of those.
  return run(
    db,
    sql`select ${shown} from unnest(${actions}::text[]) as wanted (action)
    cross join unnest(${status ? [status] : logStatuses}::text[]) as known (status) cross join lateral (
      select * from activity_logs log where log.action = wanted.action and log.status = known.status and ${all(conditions)}
      ${newestFirst} limit ${limit}) log
    ${newestFirst} limit ${limit}`,
  )
}

/** With more actions, so many rows match that scanning from the newest is fast enough without the index. */
const maxActions = 50

/** The actions that begin with `prefix`, up to `maxActions` + 1; jumps through the index from one action to the next. */
async function listActions(db: Db, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive found (action) as (
      (select action from activity_logs where action >= ${prefix} and starts_with(action, ${prefix}) order by action limit 1)
      union all
      select (select log.action from activity_logs log where log.action > found.action and starts_with(log.action, ${prefix})
        order by log.action limit 1)
      from found where found.action is not null)
    select action from found where action is not null limit ${maxActions + 1}`.execute(db)
  return rows.map(({ action }) => action)
}

const all = (conditions: readonly LogCondition[]): LogCondition =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`

async function run(db: Db, query: RawBuilder<unknown>): Promise<LogRow[]> {
  const { rows } = await query.execute(db)
  return rows.map(row => LogRow.parse(row))
}

const toLogItem = (row: LogRow): LogItem => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  action: row.action,
  status: row.status,
  source: row.source,
  userId: row.user_id,
  actorId: row.actor_id,
  email: row.email,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  ip: row.ip_address,
})

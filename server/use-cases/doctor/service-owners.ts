// SQL about the service itself, for the doctor's checks in the console: times, counts and hosts, never anybody's data.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { HostLoad } from '../../../core/api/admin/host.ts'
import { openStates } from '../../../core/delivery/states.ts'
import { stateList } from '../../foundation/db/delivery-states.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { countSetAsideSince, type SetAsideCount } from '../../foundation/db/set-aside.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { TroubledProvider } from './judge/mail-providers.ts'

const countLimit = 100_001
const dayMs = 86_400_000

/** The database's own time, its version, and how many of its connections are used. */
export async function readServer(db: Db): Promise<{ at: Date; version: string; used: number; max: number }> {
  const { rows } = await sql<{ at: Date; version: string; used: number; max: number }>`
    select clock_timestamp() as at, current_setting('server_version') as version,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as max`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not say how it is.')
  return row
}

export interface HostFound {
  id: string
  roles: string[]
  version: string
  startedAt: Date
  beatAt: Date
  load: HostLoad
}

export async function listHosts(db: Db): Promise<HostFound[]> {
  const rows = await db.selectFrom('hosts').selectAll().orderBy('id').limit(500).execute()
  return rows.map(({ id, roles, version, started_at, beat_at, load }) => ({
    ...{ id, roles, version },
    ...{ startedAt: started_at, beatAt: beat_at, load: HostLoad.parse(load) },
  }))
}

export async function readQueueAge(db: Db, now: Date): Promise<{ dueSince: Date | null; waiting: number; isMore: boolean }> {
  const due = await db
    .selectFrom('lanes')
    .select('next_at')
    .where('next_at', '<=', now)
    .where(e => e.or([e('blocked_until', 'is', null), e('blocked_until', '<=', now)]))
    .where(e => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from deliveries where state in ${stateList(openStates)} limit ${countLimit}) open`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  return { dueSince: due?.next_at ?? null, waiting: Math.min(count, countLimit - 1), isMore: count === countLimit }
}

/** Writes and reads back as many bytes as a piece of a stored file has, in a table that only this transaction sees. */
export async function roundTripBytes(db: Db, bytes: Buffer): Promise<boolean> {
  return db.transaction().execute(async tx => {
    await sql`create temporary table doctor_probe (sealed bytea) on commit drop`.execute(tx)
    await sql`insert into doctor_probe values (${bytes})`.execute(tx)
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from doctor_probe`.execute(tx)
    return rows[0]?.sealed.equals(bytes) ?? false
  })
}

export interface SlowQuery {
  text: string
  meanMs: number
  calls: number
}

/** The slowest statements, their values already replaced by PostgreSQL; null without the extension pg_stat_statements. */
export async function listSlowQueries(db: Db): Promise<SlowQuery[] | null> {
  const { rows: found } = await sql`select from pg_extension where extname = 'pg_stat_statements'`.execute(db)
  if (found.length === 0) return null
  const { rows } = await sql<SlowQuery>`
    select left(regexp_replace(query, '\s+', ' ', 'g'), 160) as text, mean_exec_time::float8 as "meanMs", calls::int as calls
    from pg_stat_statements where calls >= 10 and dbid = (select oid from pg_database where datname = current_database())
    order by mean_exec_time desc limit 3`.execute(db)
  return rows
}

/** How long the oldest statement that runs now has been running; 0 if none does. */
export async function readLongestQuerySeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(extract(epoch from clock_timestamp() - query_start))::float8 as seconds from pg_stat_activity
    where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return Math.round(rows[0]?.seconds ?? 0)
}

export interface StuckFound {
  unread: number
  events: number
  exports: number
  inbound: number
  /** What always failed, and is tried no more. */
  failed: SetAsideCount[]
}

/** For so long, what was set aside is shown. */
export const setAsideShownMs = 7 * dayMs

/** What could not be worked on, by kind. */
export async function countSetAside(db: Db, now: Date): Promise<StuckFound> {
  const late = new Date(now.getTime() - 600_000)
  const failed = await countSetAsideSince(db, new Date(now.getTime() - setAsideShownMs))
  const { rows } = await sql<Omit<StuckFound, 'failed'>>`
    select (select count(*)::int from (select from messages m where content_hash = '' and not exists (
        select from decisions d where d.user_id = m.user_id and d.message_id = m.id and d.reason = 'not_kept') limit ${countLimit}) c) as unread,
      (select count(*)::int from billing_events where due_at is not null and attempts >= 5) as events,
      (select count(*)::int from exports where state = ${'failed'}) as exports,
      (select count(*)::int from (select from inbound_messages where answered_at is null and received_at < ${late} limit ${countLimit}) c) as inbound`.execute(
    db,
  )
  return { ...(rows[0] ?? { unread: 0, events: 0, exports: 0, inbound: 0 }), failed }
}

interface PausesCounted {
  people: number
  lanes: number
  directSendLostAt: Date | null
}

export async function countPauses(db: Db, now: Date): Promise<PausesCounted> {
  const { rows } = await sql<PausesCounted>`
    select (select count(*)::int from pauses where until > ${now}) as people,
      (select count(*)::int from (select from lanes where next_at is not null and blocked_until > ${now} limit ${countLimit}) c) as lanes,
      (select max(direct_send_lost_at) from messenger_numbers) as "directSendLostAt"`.execute(db)
  return rows[0] ?? { people: 0, lanes: 0, directSendLostAt: null }
}

/** When the payment provider last told us something. */
export async function lastBillingEventAt(db: Db): Promise<{ at: Date | null; waiting: number }> {
  const { rows } = await sql<{ at: Date | null; waiting: number }>`
    select (select max(received_at) from billing_events) as at, (select count(*)::int from billing_events where due_at is not null) as waiting`.execute(
    db,
  )
  return rows[0] ?? { at: null, waiting: 0 }
}

export async function listOpenIncidents(db: Db): Promise<{ rule: string; openedAt: Date; closedAt: Date | null }[]> {
  const rows = await db.selectFrom('incidents').selectAll().where('closed_at', 'is', null).orderBy('opened_at').limit(100).execute()
  return rows.map(row => ({ rule: row.rule, openedAt: row.opened_at, closedAt: row.closed_at }))
}

/** The newest first; of the last day with `now`. */
export function listErrorGroups(db: Db, now: Date | null = null): Promise<Row<'error_groups'>[]> {
  const query = db.selectFrom('error_groups').selectAll().orderBy('last_at', 'desc').limit(200)
  return (now ? query.where('last_at', '>=', new Date(now.getTime() - dayMs)) : query).execute()
}

const TableSize = z.object({ name: z.string(), rows: z.number(), bytes: z.number() })

/** Estimates of PostgreSQL: nothing is counted. */
export async function listTableSizes(db: Db): Promise<z.infer<typeof TableSize>[]> {
  const { rows } = await sql`
    select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`.execute(db)
  return z.array(TableSize).parse(rows)
}

export async function countOpenByState(db: Db): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from (select state from deliveries where state in ${stateList(openStates)} limit ${countLimit}) open
    group by state order by state`.execute(db)
  return rows
}

export async function countMailboxesByState(db: Db): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from mailboxes group by state order by state`.execute(db)
  return rows
}

/** Mail providers that refuse many of their users, and how many mailboxes wait because of it. */
export async function listTroubledProviders(db: Db): Promise<TroubledProvider[]> {
  const { rows } = await sql<TroubledProvider>`
    select t.server, t.since, (
      select count(*)::int from mailboxes m
      where m.kind = 'imap' and lower(m.settings ->> 'host') = t.server and m.state = 'waiting' and m.reason = 'provider_trouble') as waiting
    from mail_provider_troubles t order by t.since`.execute(db)
  return rows
}

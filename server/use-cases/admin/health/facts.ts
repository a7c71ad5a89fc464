// Reads the server's health from the database: counts, queues, and the work of each host.
import { type RawBuilder, sql } from 'kysely'
import { type State, unfinishedStates } from '../../../../core/delivery/states.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'

export interface HealthFacts {
  postgres: string
  /** The database's response time for a trivial query. */
  answeredMs: number
  figures: { people: number; mailboxes: number; phones: number; arrived: number; forwarded: number; failed: number }
  queue: { state: State; count: number }[]
  /** Mailboxes that need their owner, and mailboxes that no host watches although one should. */
  needingOwner: number
  unwatched: number
  /** Due time of the oldest overdue delivery that may be sent; null when none is overdue. */
  dueSince: Date | null
  systemEmails: { waiting: number; late: number }
  hosts: { name: string; mailboxes: number; lanes: number }[]
}

const dayMs = 86_400_000
/** A host starts watching a new mailbox within this time. */
const claimWithinMs = 120_000
const lateEmailMs = 600_000

export async function readHealthFacts(db: Db, now: Date): Promise<HealthFacts> {
  const began = elapsed()
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  const answeredMs = Math.round(elapsed() - began)
  return {
    postgres: rows[0]?.server_version.split(' ')[0] ?? '',
    answeredMs,
    figures: await readFigures(db, new Date(now.getTime() - dayMs)),
    queue: await readQueue(db),
    ...(await readMailboxes(db, now)),
    dueSince: await dueSince(db, now),
    systemEmails: await readSystemEmails(db, now),
    hosts: await readHosts(db, now),
  }
}

const readFigures = (db: Db, since: Date): Promise<HealthFacts['figures']> =>
  readRow(
    db,
    sql`select
      (select count(*)::int from users) as people,
      (select count(*)::int from mailboxes) as mailboxes,
      (select count(*)::int from destinations where state = 'linked') as phones,
      (select count(*)::int from messages where arrived_at >= ${since}) as arrived,
      (select count(*)::int from deliveries where kind = 'mail' and delivered_at >= ${since}) as forwarded,
      (select count(*)::int from deliveries where kind = 'mail' and failed_at >= ${since}) as failed`,
  )

/** Returns the single row of an aggregate query. */
async function readRow<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (!row) throw new Error('An aggregate query returned no row.')
  return row
}

async function readQueue(db: Db): Promise<HealthFacts['queue']> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('state', 'in', unfinishedStates)
    .groupBy('state')
    .execute()
  return unfinishedStates.flatMap(state => rows.filter(row => row.state === state).map(({ count }) => ({ state, count })))
}

const readMailboxes = (db: Db, now: Date): Promise<Pick<HealthFacts, 'needingOwner' | 'unwatched'>> =>
  readRow(
    db,
    sql`select
      count(*) filter (where state = 'needs_you')::int as "needingOwner",
      count(*) filter (where kind = 'imap' and state not in ('paused', 'needs_you') and created_at < ${new Date(now.getTime() - claimWithinMs)}
        and not exists (select from mailbox_hosts where host = lease_host and until > ${now}))::int as unwatched
      from mailboxes`,
  )

async function dueSince(db: Db, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('lanes')
    .select(e => e.fn.min('next_at').as('since'))
    .where('next_at', '<=', now)
    .where(e => e.or([e('blocked_until', 'is', null), e('blocked_until', '<=', now)]))
    .where(e => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
    .executeTakeFirst()
  return row?.since ?? null
}

const readSystemEmails = (db: Db, now: Date): Promise<HealthFacts['systemEmails']> =>
  readRow(
    db,
    sql`select count(*)::int as waiting,
      count(*) filter (where created_at < ${new Date(now.getTime() - lateEmailMs)})::int as late
      from outbox where due_at is not null`,
  )

async function readHosts(db: Db, now: Date): Promise<HealthFacts['hosts']> {
  const query = sql<HealthFacts['hosts'][number]>`
    select name, sum(mailboxes)::int as mailboxes, sum(lanes)::int as lanes from (
      select host as name, (select count(*) from mailboxes where lease_host = host) as mailboxes, 0 as lanes from mailbox_hosts where until > ${now}
      union all
      select claimed_by, 0, count(*) from lanes where claimed_until > ${now} and claimed_by is not null group by claimed_by
    ) held group by name order by name`
  return (await query.execute(db)).rows
}

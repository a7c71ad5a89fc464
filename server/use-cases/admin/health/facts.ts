// Reads the service's health from the database: counts, queues, and what each host holds.
import { type RawBuilder, sql } from 'kysely'
import { type State, unfinishedStates } from '../../../../core/delivery/states.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'

export interface HealthFacts {
  postgres: string
  /** How long the database took to answer the simplest question. */
  answeredMs: number
  figures: { people: number; mailboxes: number; phones: number; arrived: number; forwarded: number; failed: number }
  queue: { state: State; count: number }[]
  /** Accounts that wait for their owner; those that no host watches, though one should. */
  needing: number
  unwatched: number
  /** Since when the mail waits that is due the longest and may go; null where none is. */
  dueSince: Date | null
  letters: { waiting: number; late: number }
  hosts: { name: string; mailboxes: number; lanes: number }[]
}

const dayMs = 86_400_000
/** A host takes up a new account within this time. */
const takingUpMs = 120_000
const lateLetterMs = 600_000

export async function factsOf(db: Db, now: Date): Promise<HealthFacts> {
  const began = elapsed()
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  const answeredMs = Math.round(elapsed() - began)
  return {
    postgres: rows[0]?.server_version.split(' ')[0] ?? '',
    answeredMs,
    figures: await figuresOf(db, new Date(now.getTime() - dayMs)),
    queue: await queueOf(db),
    ...(await mailboxesAt(db, now)),
    dueSince: await dueSince(db, now),
    letters: await lettersAt(db, now),
    hosts: await hostsAt(db, now),
  }
}

const figuresOf = (db: Db, since: Date): Promise<HealthFacts['figures']> =>
  rowOf(
    db,
    sql`select
      (select count(*)::int from users) as people,
      (select count(*)::int from mailboxes) as mailboxes,
      (select count(*)::int from destinations where state = 'linked') as phones,
      (select count(*)::int from messages where arrived_at >= ${since}) as arrived,
      (select count(*)::int from deliveries where kind = 'mail' and delivered_at >= ${since}) as forwarded,
      (select count(*)::int from deliveries where kind = 'mail' and failed_at >= ${since}) as failed`,
  )

/** The one row of a select of sums. */
async function rowOf<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (!row) throw new Error('A select of sums has one row.')
  return row
}

async function queueOf(db: Db): Promise<HealthFacts['queue']> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('state', 'in', unfinishedStates)
    .groupBy('state')
    .execute()
  return unfinishedStates.flatMap(state => rows.filter(row => row.state === state).map(({ count }) => ({ state, count })))
}

const mailboxesAt = (db: Db, now: Date): Promise<Pick<HealthFacts, 'needing' | 'unwatched'>> =>
  rowOf(
    db,
    sql`select
      count(*) filter (where state = 'needs_you')::int as needing,
      count(*) filter (where kind = 'imap' and state not in ('paused', 'needs_you') and created_at < ${new Date(now.getTime() - takingUpMs)}
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

const lettersAt = (db: Db, now: Date): Promise<HealthFacts['letters']> =>
  rowOf(
    db,
    sql`select count(*)::int as waiting,
      count(*) filter (where created_at < ${new Date(now.getTime() - lateLetterMs)})::int as late
      from outbox where due_at is not null`,
  )

async function hostsAt(db: Db, now: Date): Promise<HealthFacts['hosts']> {
  const held = sql<HealthFacts['hosts'][number]>`
    select name, sum(mailboxes)::int as mailboxes, sum(lanes)::int as lanes from (
      select host as name, (select count(*) from mailboxes where lease_host = host) as mailboxes, 0 as lanes from mailbox_hosts where until > ${now}
      union all
      select claimed_by, 0, count(*) from lanes where claimed_until > ${now} and claimed_by is not null group by claimed_by
    ) held group by name order by name`
  return (await held.execute(db)).rows
}

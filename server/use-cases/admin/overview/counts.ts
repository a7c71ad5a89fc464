// Counts deliveries under way from indexes, and stops at the largest number that the console shows.
import { sql } from 'kysely'
import { countLimit } from '../../../../core/api/admin/overview.ts'
import { missedStates, openStates, type State, unconfirmedStates } from '../../../../core/delivery/states.ts'
import { state, stateList } from '../../../foundation/db/delivery-states.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const limit = countLimit + 1
const dayMs = 86_400_000

/** Leaves out states without deliveries. Deliveries that WhatsApp accepted but has not confirmed count as `sent`. */
export async function countQueue(db: Db): Promise<{ state: State; count: number }[]> {
  const open = openStates.map(
    name =>
      sql`select ${name}::text as state, (select count(*)::int from (select from deliveries where state = ${state(name)} limit ${limit}) c) as count`,
  )
  const unconfirmed = sql`select ${state('sent')}::text, (select count(*)::int from (select from deliveries where state in ${stateList(unconfirmedStates)} limit ${limit}) c)`
  const { rows } = await sql<{ state: State; count: number }>`${sql.join([...open, unconfirmed], sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** When the oldest lane that is allowed to send became due. */
export async function readDueSince(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select next_at as since from lanes
    where next_at <= ${now} and (blocked_until is null or blocked_until <= ${now}) and (claimed_until is null or claimed_until <= ${now})
    order by next_at limit 1`.execute(db)
  return rows[0]?.since ?? null
}

/** Deliveries that failed or expired in the last 24 hours, by reason, the most frequent first. */
export async function countFailures(db: Db, now: Date): Promise<{ reason: string | null; count: number }[]> {
  const { rows } = await sql<{ reason: string | null; count: number }>`
    select reason, count(*)::int as count from (
      select reason from deliveries where state in ${stateList(missedStates)} and failed_at >= ${before(now, dayMs)}
      order by failed_at desc limit ${limit}) missed
    group by reason order by count(*) desc, reason limit 20`.execute(db)
  return rows
}

export async function countNewUsers(db: Db, now: Date): Promise<{ today: number; week: number }> {
  const since = (from: Date) => sql`(select count(*)::int from (select from users where created_at >= ${from} limit ${limit}) c)`
  const { rows } = await sql<{ today: number; week: number }>`
    select ${since(before(now, dayMs))} as today, ${since(before(now, 7 * dayMs))} as week`.execute(db)
  return rows[0] ?? { today: 0, week: 0 }
}

/** Of the deliveries that ended in the last minutes: how many failed, and how many arrived. */
export async function countEndings(db: Db, now: Date, minutes: number): Promise<{ failed: number; arrived: number }> {
  const from = before(now, minutes * 60_000)
  const { rows } = await sql<{ failed: number; arrived: number }>`
    select (select count(*)::int from (select from deliveries where state in ${stateList(missedStates)} and failed_at >= ${from} limit ${limit}) c) as failed,
      (select count(*)::int from (select from deliveries where delivered_at >= ${from} limit ${limit}) c) as arrived`.execute(db)
  return rows[0] ?? { failed: 0, arrived: 0 }
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

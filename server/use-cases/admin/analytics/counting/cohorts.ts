// Counts the steps taken by users who signed up in an hour, and how many of each sign-up week had emails forwarded later.
import { sql } from 'kysely'
import { type CountRow, type FunnelStep, funnelSteps, type HistogramRow } from '../../../../../core/analytics/metrics.ts'
import type { HourSpan, RetentionRow } from '../../../../analytics/rollups-owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import { bucketOfInterval } from './durations.ts'

/** Later steps do not change the funnel: by then, erased accounts would distort it more. */
const openDays = 90

/** The sign-up hours of users who took a step in `span`. */
export async function findOpenHours(db: Db, { from, to }: HourSpan): Promise<Date[]> {
  const oldest = new Date(from.getTime() - openDays * 86_400_000)
  const { rows } = await sql<{ at: Date }>`
    with movers as (
      select id as user_id from users where created_at >= ${from} and created_at < ${to}
      union select user_id from mailboxes where created_at >= ${from} and created_at < ${to}
      union select user_id from filters where created_at >= ${from} and created_at < ${to}
      union select user_id from destinations where consent ->> 'at' >= ${from.toISOString()} and consent ->> 'at' < ${to.toISOString()}
      union select user_id from (
        select distinct user_id from deliveries where kind = 'mail' and accepted_at >= ${from} and accepted_at < ${to}) d
        where not exists (select from deliveries e where e.user_id = d.user_id and e.kind = 'mail' and e.accepted_at < ${from})
    )
    select distinct date_trunc('hour', u.created_at, 'UTC') as at from movers m join users u on u.id = m.user_id
    where u.created_at >= ${oldest} and u.created_at < ${to} order by 1`.execute(db)
  return rows.map(row => row.at)
}

interface FunnelRollup {
  counts: CountRow[]
  durations: HistogramRow[]
}

/** For users who signed up in `span`: how many took each step, and every step before it, by `until`. */
export async function countFunnel(db: Db, span: HourSpan, until: Date): Promise<FunnelRollup> {
  const { rows } = await sql<{ at: Date; step: number; bucket: number | null; count: number }>`
    with taken as (
      select id, created_at,
        (select min(created_at) from mailboxes where user_id = u.id) as connected_at,
        (select min((consent ->> 'at')::timestamptz) from destinations where user_id = u.id) as linked_at,
        (select min(created_at) from filters where user_id = u.id) as saved_at,
        (select min(accepted_at) from deliveries where user_id = u.id and kind = 'mail') as forwarded_at
      from users u where created_at >= ${span.from} and created_at < ${span.to} and not is_anonymous and deleted_at is null
    ),
    -- a step counts from when every earlier one was taken, too
    reached as (
      select created_at as t0, greatest(created_at, connected_at) as t1, greatest(created_at, connected_at, linked_at) as t2,
        greatest(created_at, connected_at, linked_at, saved_at) as t3, greatest(created_at, connected_at, linked_at, saved_at, forwarded_at) as t4,
        case when connected_at is null then 0 when linked_at is null then 1 when saved_at is null then 2 when forwarded_at is null then 3 else 4 end as last
      from taken
    )
    select date_trunc('hour', r.t0, 'UTC') as at, s.step, case when s.step > 0 then ${bucketOfInterval(sql`s.at - s.before`)} end as bucket,
      count(*)::int as count
    from reached r cross join lateral (values (0, r.t0, r.t0), (1, r.t1, r.t0), (2, r.t2, r.t1), (3, r.t3, r.t2), (4, r.t4, r.t3)) as s (step, at, before)
    where s.step <= r.last and s.at < ${until}
    group by 1, 2, 3`.execute(db)
  const named = rows.flatMap(row => {
    const metric = funnelSteps[row.step]
    return metric ? [{ ...row, metric }] : []
  })
  return {
    counts: sumSteps(named),
    durations: named.flatMap(({ at, metric, bucket, count }) => (bucket === null ? [] : [{ at, metric, bucket, count }])),
  }
}

function sumSteps(rows: readonly { at: Date; metric: FunnelStep; count: number }[]): CountRow[] {
  const bySpot = Map.groupBy(rows, row => `${row.metric} ${row.at.toISOString()}`)
  return [...bySpot.values()].flatMap(same => {
    const [first] = same
    return first ? [{ at: first.at, metric: first.metric, label: '', count: same.reduce((sum, row) => sum + row.count, 0) }] : []
  })
}

/** `week` begins on Monday, UTC. */
export async function countRetention(db: Db, week: Date, until: Date): Promise<RetentionRow[]> {
  const to = new Date(Math.min(week.getTime() + 7 * 86_400_000, until.getTime()))
  const { rows } = await sql<{ signedUpWeek: string; users: number }>`
    select to_char(date_trunc('week', u.created_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as "signedUpWeek", count(*)::int as users
    from (select distinct user_id from deliveries where kind = 'mail' and accepted_at >= ${week} and accepted_at < ${to}) d
      join users u on u.id = d.user_id
    where u.created_at < ${to} and not u.is_anonymous and u.deleted_at is null
    group by 1`.execute(db)
  return rows.map(row => ({ ...row, week: week.toISOString().slice(0, 10) }))
}

// Replaces the rollups of a span of hours, so that counting them again changes nothing.
import { sql } from 'kysely'
import type { CountMetric, CountRow } from '../../core/analytics/metrics.ts'
import type { Tx } from '../foundation/db/pool.ts'

/** Whole hours of UTC; `to` is exclusive. */
export interface HourSpan {
  from: Date
  to: Date
}

/** Replaces the rollups of these metrics in `span`, and in the UTC days that it touches. All rows must be in `span`. */
export async function replaceCounts(tx: Tx, span: HourSpan, metrics: readonly CountMetric[], rows: readonly CountRow[]): Promise<void> {
  await tx
    .deleteFrom('analytics_counts')
    .where('metric', 'in', [...metrics])
    .where('tier', '=', 'hour')
    .where('at', '>=', span.from)
    .where('at', '<', span.to)
    .execute()
  await sql`
    insert into analytics_counts (metric, tier, at, label, count)
    select metric, 'hour', at, label, count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (metric text, at timestamptz, label text, count bigint)`.execute(tx)
  const days = daysOf(span)
  await tx
    .deleteFrom('analytics_counts')
    .where('metric', 'in', [...metrics])
    .where('tier', '=', 'day')
    .where('at', '>=', days.from)
    .where('at', '<', days.to)
    .execute()
  await sql`
    insert into analytics_counts (metric, tier, at, label, count)
    select metric, 'day', date_trunc('day', at, 'UTC'), label, sum(count) from analytics_counts
    where metric = any(${[...metrics]}) and tier = 'hour' and at >= ${days.from} and at < ${days.to}
    group by 1, 3, 4`.execute(tx)
}

/** Whether that day has a snapshot. A snapshot has at least one row, unless nobody has an email account. */
export async function hasMix(tx: Tx, day: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('analytics_counts')
    .select('at')
    .where('metric', '=', 'mailbox_provider' satisfies CountMetric)
    .where('tier', '=', 'day')
    .where('at', '=', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the snapshot of the day that begins at `day`. */
export async function replaceMix(tx: Tx, day: Date, metrics: readonly CountMetric[], rows: readonly CountRow[]): Promise<void> {
  await tx
    .deleteFrom('analytics_counts')
    .where('metric', 'in', [...metrics])
    .where('tier', '=', 'day')
    .where('at', '=', day)
    .execute()
  await sql`
    insert into analytics_counts (metric, tier, at, label, count)
    select metric, 'day', at, label, count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (metric text, at timestamptz, label text, count bigint)`.execute(tx)
}

/** Days begin on Monday, as `2026-11-23`. */
export interface RetentionRow {
  signedUpWeek: string
  week: string
  users: number
}

export async function replaceRetention(tx: Tx, week: string, rows: readonly RetentionRow[]): Promise<void> {
  await tx.deleteFrom('analytics_retention').where('week', '=', sql<string>`${week}::date`).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('analytics_retention')
    .values(rows.map(row => ({ signed_up_week: row.signedUpWeek, week: row.week, users: row.users })))
    .execute()
}

/** Deletes rollups older than `before`. */
export async function dropOldRollups(tx: Tx, before: Date): Promise<void> {
  for (const tier of ['hour', 'day'] as const) {
    await tx.deleteFrom('analytics_counts').where('tier', '=', tier).where('at', '<', before).execute()
    await tx.deleteFrom('analytics_durations').where('tier', '=', tier).where('at', '<', before).execute()
  }
  await tx
    .deleteFrom('analytics_retention')
    .where('week', '<', sql<string>`${before.toISOString().slice(0, 10)}::date`)
    .execute()
}

const dayMs = 86_400_000

/** The UTC days that a span touches. */
export function daysOf({ from, to }: HourSpan): HourSpan {
  const first = Math.floor(from.getTime() / dayMs)
  const last = Math.floor((to.getTime() - 1) / dayMs)
  return { from: new Date(first * dayMs), to: new Date((last + 1) * dayMs) }
}

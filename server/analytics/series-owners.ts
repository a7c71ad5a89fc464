// Reads rollups for the parts of a period.
import { sql } from 'kysely'
import type { CountMetric } from '../../core/analytics/metrics.ts'
import type { Period } from '../../core/analytics/period.ts'
import type { Db } from '../foundation/db/pool.ts'

export interface PartCount {
  metric: string
  label: string
  /** Which part of the period, from 0. */
  part: number
  count: number
}

export async function readCounts(db: Db, { from, to, starts, tier }: Period, metrics: readonly CountMetric[]): Promise<PartCount[]> {
  const { rows } = await sql<PartCount>`
    select metric, label, width_bucket(at, ${starts}::timestamptz[]) - 1 as part, sum(count)::float8 as count from analytics_counts
    where metric = any(${[...metrics]}) and tier = ${tier} and at >= ${from} and at < ${to}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Sums over the whole period. */
export async function readTotals(db: Db, { from, to, tier }: Period, metrics: readonly CountMetric[]): Promise<Omit<PartCount, 'part'>[]> {
  const { rows } = await sql<Omit<PartCount, 'part'>>`
    select metric, label, sum(count)::float8 as count from analytics_counts
    where metric = any(${[...metrics]}) and tier = ${tier} and at >= ${from} and at < ${to}
    group by 1, 2`.execute(db)
  return rows
}

export interface MixCount {
  metric: string
  label: string
  count: number
}

/** The newest daily snapshot before `before`; null if there is none. */
export async function readMix(db: Db, before: Date, metrics: readonly CountMetric[]): Promise<{ day: Date; rows: MixCount[] } | null> {
  const { rows } = await sql<MixCount & { at: Date }>`
    select metric, label, at, count::float8 as count from analytics_counts
    where metric = any(${[...metrics]}) and tier = 'day' and at = (
      select max(at) from analytics_counts where metric = ${metrics[0]} and tier = 'day' and at < ${before})
    order by count desc, label`.execute(db)
  const [first] = rows
  return first ? { day: first.at, rows } : null
}

interface Cohort {
  /** `2026-11-23`, a Monday. */
  week: string
  size: number
  /** How many had an email forwarded: in that week, the next one, and so on. */
  active: number[]
}

/** Of users who signed up from `from` until before `to`, for the weeks that begin before `until`; oldest first. */
export async function readCohorts(db: Db, from: Date, to: Date, until: Date): Promise<Cohort[]> {
  const { rows: sizes } = await sql<{ week: string; size: number }>`
    select to_char(date_trunc('week', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as week, sum(count)::float8 as size from analytics_counts
    where metric = 'signed_up' and tier = 'day' and at >= ${from} and at < ${to} group by 1 order by 1`.execute(db)
  const { rows } = await sql<{ cohort: string; n: number; users: number }>`
    select to_char(signed_up_week, 'YYYY-MM-DD') as cohort, (week - signed_up_week) / 7 as n, users from analytics_retention
    where signed_up_week >= ${from.toISOString().slice(0, 10)}::date and signed_up_week < ${to.toISOString().slice(0, 10)}::date
      and week >= signed_up_week and week < ${until.toISOString().slice(0, 10)}::date`.execute(db)
  const byCohort = Map.groupBy(rows, row => row.cohort)
  return sizes.map(({ week, size }) => {
    const weeks = Math.ceil((until.getTime() - Date.parse(week)) / (7 * 86_400_000))
    const found = new Map(byCohort.get(week)?.map(({ n, users }) => [n, users]))
    return { week, size, active: Array.from({ length: Math.max(0, weeks) }, (_, n) => Math.min(size, found.get(n) ?? 0)) }
  })
}

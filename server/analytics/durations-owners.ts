// Stores how long things took: a histogram per metric for each hour and each UTC day.
import { sql } from 'kysely'
import { type Histogram, mergeHistograms } from '../../core/analytics/histogram.ts'
import type { HistogramMetric, HistogramRow } from '../../core/analytics/metrics.ts'
import type { Period } from '../../core/analytics/period.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { daysOf, type HourSpan } from './rollups-owners.ts'

type Tier = Period['tier']
type Stored = { metric: HistogramMetric; at: Date; histogram: Histogram }

/** Replaces the histograms of these metrics in `span`, and in the UTC days that it touches. */
export async function replaceDurations(
  tx: Tx,
  span: HourSpan,
  metrics: readonly HistogramMetric[],
  rows: readonly HistogramRow[],
): Promise<void> {
  const hours = rows.map(({ metric, at, bucket, count }) => ({ metric, at, histogram: new Map([[bucket, count]]) }))
  await replaceTier(tx, 'hour', span, metrics, mergeSame(hours))
  const days = daysOf(span)
  const { rows: found } = await sql<{ metric: HistogramMetric; at: Date; counts: Buffer }>`
    select metric, date_trunc('day', at, 'UTC') as at, counts from analytics_durations
    where metric = any(${[...metrics]}) and tier = 'hour' and at >= ${days.from} and at < ${days.to}`.execute(tx)
  await replaceTier(tx, 'day', days, metrics, mergeSame(found.map(row => ({ ...row, histogram: unpack(row.counts) }))))
}

async function replaceTier(
  tx: Tx,
  tier: Tier,
  span: HourSpan,
  metrics: readonly HistogramMetric[],
  rows: readonly Stored[],
): Promise<void> {
  await tx
    .deleteFrom('analytics_durations')
    .where('metric', 'in', [...metrics])
    .where('tier', '=', tier)
    .where('at', '>=', span.from)
    .where('at', '<', span.to)
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('analytics_durations')
    .values(rows.map(({ metric, at, histogram }) => ({ metric, tier, at, counts: pack(histogram) })))
    .execute()
}

function mergeSame(rows: readonly Stored[]): Stored[] {
  const groups = Map.groupBy(rows, ({ metric, at }) => `${metric} ${at.getTime()}`)
  return [...groups.values()].flatMap(same => {
    const [first] = same
    return first ? [{ metric: first.metric, at: first.at, histogram: mergeHistograms(same.map(row => row.histogram)) }] : []
  })
}

/** For each metric, the histogram of each part of the period. */
export async function readDurations<M extends HistogramMetric>(
  db: Db,
  period: Period,
  metrics: readonly M[],
): Promise<Record<M, Histogram[]>> {
  const { from, to, starts, tier } = period
  const { rows } = await sql<{ metric: string; part: number; counts: Buffer }>`
    select metric, width_bucket(at, ${starts}::timestamptz[]) - 1 as part, counts from analytics_durations
    where metric = any(${[...metrics]}) and tier = ${tier} and at >= ${from} and at < ${to}`.execute(db)
  const byPart = Map.groupBy(rows, row => `${row.metric} ${row.part}`)
  const histogramOf = (metric: M, part: number) => mergeHistograms((byPart.get(`${metric} ${part}`) ?? []).map(row => unpack(row.counts)))
  const entries = metrics.map(metric => [metric, starts.map((_, part) => histogramOf(metric, part))] as const)
  return Object.fromEntries(entries) as Record<M, Histogram[]>
}

const entryBytes = 5

function pack(histogram: Histogram): Buffer {
  const packed = Buffer.alloc(histogram.size * entryBytes)
  ;[...histogram].forEach(([bucket, count], n) => {
    packed.writeUInt8(bucket, n * entryBytes)
    packed.writeUInt32BE(count, n * entryBytes + 1)
  })
  return packed
}

/** @internal */
export function unpack(packed: Buffer): Histogram {
  const histogram = new Map<number, number>()
  for (let at = 0; at < packed.length; at += entryBytes) histogram.set(packed.readUInt8(at), packed.readUInt32BE(at + 1))
  return histogram
}

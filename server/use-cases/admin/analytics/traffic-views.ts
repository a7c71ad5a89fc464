// Reads how many emails arrived, matched and were forwarded, and how long that took, for the analytics page.
import { countOf, type Histogram, mergeHistograms, percentile } from '../../../../core/analytics/histogram.ts'
import { latencyMetrics } from '../../../../core/analytics/metrics.ts'
import type { LatencySeries, Percentiles, TrafficSeries } from '../../../../core/api/admin/analytics.ts'
import { readDurations } from '../../../analytics/durations-owners.ts'
import { type PartCount, readCounts } from '../../../analytics/series-owners.ts'
import { type AnalyticsView, readBoth, sumOf, viewPeriod } from './periods.ts'

const belongsTo: Record<TrafficSeries['key'], (row: PartCount) => boolean> = {
  arrived: ({ metric }) => metric === 'arrived',
  matched: ({ metric, label }) => metric === 'decided' && label === 'matched',
  forwarded: ({ metric }) => metric === 'accepted',
  failed: ({ metric }) => metric === 'failed' || metric === 'expired',
}

export const readTraffic: AnalyticsView<{ period: ReturnType<typeof viewPeriod>; series: TrafficSeries[] }> = async ({ db }, periods) => {
  const [rows, earlier] = await readBoth(periods, period => readCounts(db, period, ['arrived', 'decided', 'accepted', 'failed', 'expired']))
  const series = (['arrived', 'matched', 'forwarded', 'failed'] as const).map(key => {
    const [own, ownEarlier] = [rows.filter(belongsTo[key]), earlier.filter(belongsTo[key])]
    const points = toPoints(own, periods.now.starts.length)
    return {
      key,
      count: sumOf(own),
      previous: sumOf(ownEarlier),
      points,
      previousPoints: toPoints(ownEarlier, periods.before.starts.length),
    }
  })
  return { period: viewPeriod(periods), series }
}

function toPoints(rows: readonly PartCount[], parts: number): number[] {
  const points = Array.from({ length: parts }, () => 0)
  for (const { part, count } of rows) points[part] = (points[part] ?? 0) + count
  return points
}

export const readLatency: AnalyticsView<{ period: ReturnType<typeof viewPeriod>; series: LatencySeries[] }> = async ({ db }, periods) => {
  const [rows, earlier] = await readBoth(periods, period => readDurations(db, period, latencyMetrics))
  const series = latencyMetrics.map(key => {
    const [own, before] = [rows[key], earlier[key]]
    return {
      key,
      total: toPercentiles(mergeHistograms(own)),
      previous: toPercentiles(mergeHistograms(before)),
      points: own.map(toPercentiles),
      previousPoints: before.map(toPercentiles),
    }
  })
  return { period: viewPeriod(periods), series }
}

const toPercentiles = (histogram: Histogram): Percentiles => ({
  p50: percentile(histogram, 0.5),
  p95: percentile(histogram, 0.95),
  p99: percentile(histogram, 0.99),
  count: countOf(histogram),
})

// Reads activation, retention and the mix of email accounts, for the analytics page.
import { mergeHistograms, percentile } from '../../../../core/analytics/histogram.ts'
import { funnelSteps, mixMetrics } from '../../../../core/analytics/metrics.ts'
import { startOfWeek } from '../../../../core/analytics/period.ts'
import type { ActivationFunnel, MailboxMix, RetentionTable } from '../../../../core/api/admin/analytics.ts'
import { readDurations } from '../../../analytics/durations-owners.ts'
import { type MixCount, readCohorts, readMix, readTotals } from '../../../analytics/series-owners.ts'
import { type AnalyticsView, readBoth, sumOf, viewPeriod } from './periods.ts'

export const readFunnel: AnalyticsView<ActivationFunnel> = async ({ db }, periods) => {
  const [rows, earlier] = await readBoth(periods, period => readTotals(db, period, funnelSteps))
  const [times, earlierTimes] = await readBoth(periods, period => readDurations(db, { ...period, starts: [period.from] }, funnelSteps))
  return {
    period: viewPeriod(periods),
    steps: funnelSteps.map(step => ({
      step,
      count: sumOf(rows.filter(row => row.metric === step)),
      previous: sumOf(earlier.filter(row => row.metric === step)),
      medianSeconds: percentile(mergeHistograms(times[step]), 0.5),
      previousMedianSeconds: percentile(mergeHistograms(earlierTimes[step]), 0.5),
    })),
  }
}

const fewestWeeks = 8
const weekMs = 7 * 86_400_000

/** At least eight weeks, even for a short range: a single week shows no retention. */
export const readRetention: AnalyticsView<RetentionTable> = async ({ db }, periods) => {
  const { from, to } = periods.now
  const last = startOfWeek(new Date(to.getTime() - 1))
  const first = Math.min(startOfWeek(from).getTime(), last.getTime() - (fewestWeeks - 1) * weekMs)
  const end = new Date(last.getTime() + weekMs)
  const until = periods.countedUntil && periods.countedUntil < end ? periods.countedUntil : end
  return { period: viewPeriod(periods), cohorts: await readCohorts(db, new Date(first), end, until) }
}

export const readMailboxMix: AnalyticsView<MailboxMix> = async ({ db }, periods) => {
  const [mix, earlier] = await Promise.all([readMix(db, periods.now.to, mixMetrics), readMix(db, periods.now.from, mixMetrics)])
  const [providers, servers] = mixMetrics.map(metric => compareMix(metric, mix?.rows ?? [], earlier?.rows ?? []))
  return { period: viewPeriod(periods), day: mix?.day.toISOString() ?? null, providers: providers ?? [], servers: servers ?? [] }
}

const compareMix = (metric: string, rows: readonly MixCount[], earlier: readonly MixCount[]): MailboxMix['providers'] =>
  rows
    .filter(row => row.metric === metric)
    .map(({ label, count }) => ({
      ...{ label, count },
      previous: earlier.find(row => row.metric === metric && row.label === label)?.count ?? 0,
    }))

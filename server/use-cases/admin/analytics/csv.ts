// Turns the data of each plot into rows for CSV.
import type { AnalyticsPlot, Percentiles } from '../../../../core/api/admin/analytics.ts'
import type { CsvCell } from '../../../foundation/http/csv.ts'
import { readCosts, readOutcomes } from './delivery-views.ts'
import type { AnalyticsDeps, AnalyticsView, Periods } from './periods.ts'
import { readLatency, readTraffic } from './traffic-views.ts'
import { readFunnel, readMailboxMix, readRetention } from './user-views.ts'

interface CsvTable {
  head: string[]
  rows: CsvCell[][]
}

type Result<V extends AnalyticsView<unknown>> = Awaited<ReturnType<V>>

export function toTable(plot: AnalyticsPlot, deps: AnalyticsDeps, periods: Periods): Promise<CsvTable> {
  const writers: Record<AnalyticsPlot, () => Promise<CsvTable>> = {
    traffic: async () => trafficTable(await readTraffic(deps, periods)),
    latency: async () => latencyTable(await readLatency(deps, periods)),
    outcomes: async () => outcomesTable(await readOutcomes(deps, periods)),
    costs: async () => costsTable(await readCosts(deps, periods)),
    funnel: async () => funnelTable(await readFunnel(deps, periods)),
    retention: async () => retentionTable(await readRetention(deps, periods)),
    mailboxes: async () => mailboxesTable(await readMailboxMix(deps, periods)),
  }
  return writers[plot]()
}

const trafficTable = ({ period, series }: Result<typeof readTraffic>): CsvTable => ({
  head: ['begins_at', ...series.flatMap(({ key }) => [key, `${key}_before`])],
  rows: period.starts.map((start, n) => [start, ...series.flatMap(one => [one.points[n] ?? 0, one.previousPoints[n] ?? 0])]),
})

const latencyTable = ({ period, series }: Result<typeof readLatency>): CsvTable => ({
  head: ['begins_at', ...series.flatMap(({ key }) => ['emails', 'p50_s', 'p95_s', 'p99_s'].map(name => `${key}_${name}`))],
  rows: period.starts.map((start, n) => [start, ...series.flatMap(({ points }) => latencyCells(points[n]))]),
})

const latencyCells = (point: Percentiles | undefined): CsvCell[] =>
  point ? [point.count, ...[point.p50, point.p95, point.p99].map(rounded)] : [0, null, null, null]
const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 10) / 10)

const outcomesTable = ({ states, reasons }: Result<typeof readOutcomes>): CsvTable => ({
  head: ['state', 'reason', 'deliveries', 'deliveries_before'],
  rows: [
    ...states.map(row => [row.state, '', row.count, row.previous]),
    ...reasons.map(row => [row.state, row.reason, row.count, row.previous]),
  ],
})

const costsTable = ({ items, currency }: Result<typeof readCosts>): CsvTable => ({
  head: ['category', 'billing', 'messages', 'messages_before', 'price', 'cost', 'cost_before', 'currency'],
  rows: items.map(row => [row.category, row.billing, row.count, row.previous, row.price, row.cost, row.previousCost, currency]),
})

const funnelTable = ({ steps }: Result<typeof readFunnel>): CsvTable => ({
  head: ['step', 'users', 'users_before', 'median_s', 'median_s_before'],
  rows: steps.map(row => [row.step, row.count, row.previous, rounded(row.medianSeconds), rounded(row.previousMedianSeconds)]),
})

function retentionTable({ cohorts }: Result<typeof readRetention>): CsvTable {
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  return {
    head: ['signed_up_week', 'users', ...Array.from({ length: weeks }, (_, n) => `week_${n}`)],
    rows: cohorts.map(({ week, size, active }) => [week, size, ...Array.from({ length: weeks }, (_, n) => active[n] ?? null)]),
  }
}

const mailboxesTable = ({ providers, servers }: Result<typeof readMailboxMix>): CsvTable => ({
  head: ['kind', 'name', 'email_accounts', 'email_accounts_before'],
  rows: [
    ...providers.map(row => ['provider', row.label, row.count, row.previous]),
    ...servers.map(row => ['server', row.label, row.count, row.previous]),
  ],
})

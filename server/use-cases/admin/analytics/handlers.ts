// Handles requests for the console's analytics, from rollups alone.

import { previousPeriod, type RangeQuery, resolvePeriod } from '../../../../core/analytics/period.ts'
import type * as api from '../../../../core/api/admin/analytics.ts'
import { readProgress } from '../../../analytics/progress-owners.ts'
import type { CsvFile } from '../../../foundation/http/csv.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { toTable } from './csv.ts'
import { readCosts, readOutcomes } from './delivery-views.ts'
import type { AnalyticsDeps, AnalyticsView, Periods } from './periods.ts'
import { readLatency, readTraffic } from './traffic-views.ts'
import { readFunnel, readMailboxMix, readRetention } from './user-views.ts'

export interface AnalyticsHandlers {
  traffic: UserHandler<typeof api.getTrafficApi>
  latency: UserHandler<typeof api.getLatencyApi>
  outcomes: UserHandler<typeof api.getOutcomesApi>
  costs: UserHandler<typeof api.getCostsApi>
  funnel: UserHandler<typeof api.getFunnelApi>
  retention: UserHandler<typeof api.getRetentionApi>
  mailboxes: UserHandler<typeof api.getMailboxMixApi>
  csv(request: AuthenticatedRequest<typeof api.getAnalyticsCsvApi>): Promise<CsvFile>
  costsCsv(request: AuthenticatedRequest<typeof api.getCostsCsvApi>): Promise<CsvFile>
}

export function analyticsHandlers(deps: AnalyticsDeps): AnalyticsHandlers {
  const handle =
    <A>(view: AnalyticsView<A>) =>
    async ({ query }: { query: RangeQuery }) =>
      view(deps, await readPeriods(deps, query))
  return {
    traffic: handle(readTraffic),
    latency: handle(readLatency),
    outcomes: handle(readOutcomes),
    costs: handle(readCosts),
    funnel: handle(readFunnel),
    retention: handle(readRetention),
    mailboxes: handle(readMailboxMix),
    csv: ({ params, query }) => toCsvFile(deps, params.plot, query),
    costsCsv: ({ query }) => toCsvFile(deps, 'costs', query),
  }
}

async function toCsvFile(deps: AnalyticsDeps, plot: api.AnalyticsPlot, query: RangeQuery): Promise<CsvFile> {
  const periods = await readPeriods(deps, query)
  const { head, rows } = await toTable(plot, deps, periods)
  const [from, to] = [periods.now.from, periods.now.to].map(at => at.toISOString().slice(0, 10))
  return { name: `${plot}-${from}-${to}`, head, rows: eachOf(rows) }
}

async function readPeriods({ db, now }: AnalyticsDeps, query: RangeQuery): Promise<Periods> {
  const progress = await readProgress(db)
  const period = resolvePeriod(query, progress?.countedUntil ?? now())
  return { now: period, before: previousPeriod(period), countedUntil: progress?.countedUntil ?? null }
}

async function* eachOf<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}

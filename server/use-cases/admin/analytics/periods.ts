// What each analytics view is given: the requested period, and the one before it.

import type { Period } from '../../../../core/analytics/period.ts'
import type { AnalyticsPeriod } from '../../../../core/api/admin/analytics.ts'
import type { Db } from '../../../foundation/db/pool.ts'

export interface AnalyticsDeps {
  db: Db
  now(): Date
  /** The price of one message by WhatsApp's pricing category; empty if the operator set none. */
  prices: Readonly<Record<string, number>>
  currency: string
  /** Null for a reason that has no text. */
  explain(reason: string): string | null
}

export interface Periods {
  now: Period
  before: Period
  countedUntil: Date | null
}

export type AnalyticsView<A> = (deps: AnalyticsDeps, periods: Periods) => Promise<A>

export const viewPeriod = ({ now, before, countedUntil }: Periods): AnalyticsPeriod => ({
  from: now.from.toISOString(),
  to: now.to.toISOString(),
  step: now.step,
  zone: now.zone,
  starts: now.starts.map(start => start.toISOString()),
  previousFrom: before.from.toISOString(),
  previousStarts: before.starts.map(start => start.toISOString()),
  countedUntil: countedUntil?.toISOString() ?? null,
})

/** Runs the same read for both periods. */
export const readBoth = async <T>({ now, before }: Periods, read: (period: Period) => Promise<T>): Promise<[T, T]> =>
  Promise.all([read(now), read(before)])

export const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, row) => sum + row.count, 0)

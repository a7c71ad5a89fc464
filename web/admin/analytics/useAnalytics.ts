// The range of the analytics page in the URL, and the plots that are read for it.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { type AnalyticsRange, analyticsRanges } from '../../../core/analytics/period.ts'
import type { AnalyticsPlot, getTrafficApi } from '../../../core/api/admin/analytics.ts'
import type { Shape } from '../../../core/api/shape.ts'
import type { CallOptions } from '../../api.ts'
import { useCall } from '../../session/session.tsx'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'

const keys = ['range', 'from', 'to', 'zone', 'compare', 'tables'] as const

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export interface AnalyticsRangeState {
  range: AnalyticsRange
  from: string
  to: string
  zone: string
  isCompared: boolean
  /** The plots that are shown as tables. */
  tables: readonly string[]
  /** An empty value is the default. */
  set(values: Partial<Record<(typeof keys)[number], string>>): void
  /** As the API takes it. */
  query: { range: AnalyticsRange; zone: string; from?: string; to?: string }
}

export function useAnalyticsView(): AnalyticsRangeState {
  const { values, set } = useUrlFilters(keys)
  const range = analyticsRanges.find(one => one === values.range) ?? '7d'
  const { from = '', to = '', zone = ownZone() } = values
  const dates = range === 'custom' ? { ...(isDay(from) && { from }), ...(isDay(to) && { to }) } : {}
  return {
    ...{ range, from, to, zone, set },
    isCompared: values.compare !== 'off',
    tables: values.tables?.split(',') ?? [],
    query: { range, zone, ...dates },
  }
}

/** A date is incomplete while it is being typed. */
const isDay = (text: string): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const refreshMs = 5 * 60_000

type AnalyticsShape = Shape & { query: (typeof getTrafficApi)['query'] }

export function usePlot<S extends AnalyticsShape>(
  shape: S,
  plot: AnalyticsPlot,
  view: AnalyticsRangeState,
): UseQueryResult<z.output<S['answer']>> {
  const call = useCall()
  return useQuery({
    queryKey: ['admin', 'analytics', plot, view.query],
    // Every plot takes the same query; generics cannot express this.
    queryFn: ({ signal }) => call(shape, 'GET', `/api/admin/analytics/${plot}`, { query: view.query, signal } as unknown as CallOptions<S>),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

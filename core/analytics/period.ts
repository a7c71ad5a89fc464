// Turns a range of the analytics page into periods: where they begin and end, and the parts that a plot shows.
import { readZoneOffset } from '../text/time-zone.ts'

export const analyticsRanges = ['24h', '7d', '30d', '90d', '12m', 'custom'] as const
export type AnalyticsRange = (typeof analyticsRanges)[number]

export interface RangeQuery {
  range: AnalyticsRange
  /** Days as `2026-11-21`, both included; only for `custom`. */
  from?: string | undefined
  to?: string | undefined
  /** An IANA name, such as Europe/Berlin. */
  zone: string
}

export interface Period {
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  step: 'hour' | 'day' | 'week'
  /** Which rollups are read; daily rollups use UTC days. */
  tier: 'hour' | 'day'
  /** The time zone whose midnight begins each day. */
  zone: string
  /** Where each part begins; the last one ends at `to`. */
  starts: Date[]
}

const hourMs = 3_600_000
const dayMs = 86_400_000
/** Longer periods are read from daily rollups, which use UTC days. */
const mostDaysByHour = 31
const mostDaysByDay = 100
const mostHoursByHour = 72
const weeksShown = 53
/** Rollups are kept for two years. */
const mostDays = 750
const presetDays: Partial<Record<AnalyticsRange, number>> = { '7d': 7, '30d': 30, '90d': 90 }

/** A range of days ends today. No range goes beyond `countedUntil`. */
export function resolvePeriod(query: RangeQuery, countedUntil: Date): Period {
  const to = new Date(Math.floor(countedUntil.getTime() / hourMs) * hourMs)
  if (query.range === '24h') return byHour(new Date(to.getTime() - dayMs), to, query.zone)
  if (query.range === '12m') return byWeek(new Date(startOfWeek(new Date(to.getTime() - 1)).getTime() - (weeksShown - 1) * 7 * dayMs), to)
  const today = localDay(new Date(to.getTime() - 1), query.zone)
  const days = presetDays[query.range] ?? 7
  const oldest = addDays(today, -mostDays)
  const first = query.range === 'custom' ? latestDay(query.from ?? addDays(today, -6), oldest) : addDays(today, 1 - days)
  const last = query.range === 'custom' && query.to && query.to < today ? query.to : today
  return byDays(first, last, query.zone, to)
}

const latestDay = (day: string, other: string): string => (day > other ? day : other)

/** The previous period, with the same number of parts. */
export function previousPeriod(period: Period): Period {
  const { from, to, step, tier, zone, starts } = period
  const lengthMs = to.getTime() - from.getTime()
  if (step === 'hour') return byHour(new Date(from.getTime() - lengthMs), from, zone)
  const begins = starts.map(start =>
    step === 'week'
      ? new Date(start.getTime() - starts.length * 7 * dayMs)
      : startOfDay(addDays(localDay(start, zone), -starts.length), zone),
  )
  const [first = from] = begins
  // Ends as far into its last part as the current period does.
  return { from: first, to: new Date(Math.min(first.getTime() + lengthMs, from.getTime())), step, tier, zone, starts: begins }
}

/** The relative change from the previous value; null if that was 0. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)

function byDays(first: string, last: string, zone: string, countedUntil: Date): Period {
  const days = Math.max(1, Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1)
  const ownZone = days <= mostDaysByHour ? zone : 'UTC'
  const from = startOfDay(first, ownZone)
  const end = Math.min(startOfDay(addDays(first, days), ownZone).getTime(), Math.max(countedUntil.getTime(), from.getTime() + hourMs))
  const to = new Date(end)
  if (days * 24 <= mostHoursByHour) return byHour(from, to, ownZone)
  if (days > mostDaysByDay) return byWeek(startOfWeek(from), to)
  const starts = Array.from({ length: days }, (_, n) => startOfDay(addDays(first, n), ownZone)).filter(start => start < to)
  return { from, to, step: 'day', tier: days <= mostDaysByHour ? 'hour' : 'day', zone: ownZone, starts }
}

const byHour = (from: Date, to: Date, zone: string): Period => ({
  ...{ from, to, zone, step: 'hour', tier: 'hour' },
  starts: Array.from({ length: Math.ceil((to.getTime() - from.getTime()) / hourMs) }, (_, n) => new Date(from.getTime() + n * hourMs)),
})

const byWeek = (from: Date, to: Date): Period => ({
  ...{ from, to, zone: 'UTC', step: 'week', tier: 'day' },
  starts: Array.from(
    { length: Math.ceil((to.getTime() - from.getTime()) / (7 * dayMs)) },
    (_, n) => new Date(from.getTime() + n * 7 * dayMs),
  ),
})

/** Monday, midnight UTC. */
export function startOfWeek(at: Date): Date {
  const day = Math.floor(at.getTime() / dayMs)
  // 1970-01-01 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * dayMs)
}

const localDay = (at: Date, zone: string): string =>
  new Date(at.getTime() + readZoneOffset(at.getTime(), zone) * 60_000).toISOString().slice(0, 10)

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Rounded down to a full UTC hour, as in the rollups. This matters in time zones whose offset is not in full hours. */
function startOfDay(day: string, zone: string): Date {
  const wallTime = Date.parse(day)
  const guess = wallTime - readZoneOffset(wallTime, zone) * 60_000
  const exact = wallTime - readZoneOffset(guess, zone) * 60_000
  return new Date(Math.floor(exact / hourMs) * hourMs)
}

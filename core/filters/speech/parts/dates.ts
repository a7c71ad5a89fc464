// Matches dates and weekdays.
import type { Weekday } from '../../tree.ts'
import type { Chart, ChartMatch } from '../chart.ts'
import type { DatePhrase } from '../pieces.ts'
import { lookUp, matchList, skipMark, skipSmall } from './lookup.ts'

export function matchDate(chart: Chart, at: number): ChartMatch<DatePhrase>[] {
  // `Saturday, 3 April 2027`: the date says which Saturday.
  const day = lookUp(chart, skipSmall(chart, at, 'the'), chart.lexicon.dictionary.weekdays)
  const behind = day?.value.length === 1 ? matchPlainDate(chart, skipMark(chart, day.end, ',')) : []
  return behind.length > 0 ? behind.filter(({ value }) => value.day !== null) : matchPlainDate(chart, at)
}

function matchPlainDate(chart: Chart, at: number): ChartMatch<DatePhrase>[] {
  const start = skipSmall(chart, at, 'the')
  const token = chart.tokens[start]
  const digits = token?.kind === 'number' ? parseDigits(token.raw) : null
  if (digits) return [{ end: start + 1, value: digits }]
  if (token?.kind === 'number' && /^20\d{2}$/.test(token.raw))
    return [{ end: start + 1, value: { year: Number(token.raw), month: null, day: null } }]
  return dayFirst(chart, start) ?? monthFirst(chart, start) ?? []
}

/** 2026-06-01, or 1.6.2026 if the order is unambiguous. */
function parseDigits(raw: string): DatePhrase | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(raw)
  if (iso) return toValidDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(raw)
  if (!parts) return null
  const [first, second, year] = [Number(parts[1]), Number(parts[3]), Number(parts[4])]
  if (first > 12 || parts[2] === '.') return toValidDate(year, second, first)
  return second > 12 || first === second ? toValidDate(year, first, second) : null
}

/** 1 June 2026, 1st of June, 1 de junio de 2026. */
function dayFirst(chart: Chart, at: number): ChartMatch<DatePhrase>[] | null {
  const token = chart.tokens[at]
  if (token?.kind !== 'number' || !/^\d{1,2}$/.test(token.raw)) return null
  const middle = skipSmall(chart, skipSmall(chart, at + 1, 'ordinal'), 'of')
  const month = lookUp(chart, middle, chart.lexicon.dictionary.months)
  return month ? withYear(chart, month.end, month.value, Number(token.raw)) : null
}

/** June 1, 2026; June 2026; June. */
function monthFirst(chart: Chart, at: number): ChartMatch<DatePhrase>[] | null {
  const month = lookUp(chart, at, chart.lexicon.dictionary.months)
  if (!month) return null
  const next = chart.tokens[month.end]
  if (next?.kind !== 'number' || !/^\d{1,2}$/.test(next.raw)) return withYear(chart, month.end, month.value, null)
  return withYear(chart, skipSmall(chart, month.end + 1, 'ordinal'), month.value, Number(next.raw))
}

function withYear(chart: Chart, at: number, month: number, day: number | null): ChartMatch<DatePhrase>[] {
  const start = skipSmall(chart, skipMark(chart, at, ','), 'of')
  const year = chart.tokens[start]
  const isYear = year?.kind === 'number' && /^(?:19|20)\d{2}$/.test(year.raw)
  const value = toValidDate(isYear ? Number(year.raw) : null, month, day)
  return value ? [{ end: isYear ? start + 1 : at, value }] : []
}

function toValidDate(year: number | null, month: number, day: number | null): DatePhrase | null {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= countDays(year ?? 2024, month))) ? { year, month, day } : null
}

const countDays = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The first day of the date, month or year. */
export const firstDay = ({ year, month, day }: DatePhrase, ofYear: number): string => toIsoDay(year ?? ofYear, month ?? 1, day ?? 1)

/** The day after the date, month or year. */
export function dayAfter({ year, month, day }: DatePhrase, ofYear: number): string {
  if (month === null) return toIsoDay((year ?? ofYear) + 1, 1, 1)
  return day === null ? toIsoDay(year ?? ofYear, month + 1, 1) : toIsoDay(year ?? ofYear, month, day + 1)
}

const toIsoDay = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

const week: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Monday to Friday; tuesdays and thursdays; weekends. */
export function matchWeekdays(chart: Chart, at: number): ChartMatch<Weekday[]>[] {
  const days = chart.lexicon.dictionary.weekdays
  const first = lookUp(chart, skipSmall(chart, at, 'the'), days)
  if (!first) return []
  const [from] = first.value
  const middle = skipSmall(chart, skipMark(chart, first.end, '-', '–', '—'), 'until')
  const last = middle > first.end ? lookUp(chart, skipSmall(chart, middle, 'the'), days) : null
  const [to] = last?.value ?? []
  if (last && from && to) return [{ end: last.end, value: between(from, to) }]
  return matchList(chart, at, (position, isFirst) =>
    lookUp(chart, skipSmall(chart, isFirst ? position : skipSmall(chart, position, 'on'), 'the'), days),
  ).map(({ end, value }) => ({ end, value: week.filter(day => value.flat().includes(day)) }))
}

function between(from: Weekday, to: Weekday): Weekday[] {
  const [start, end] = [week.indexOf(from), week.indexOf(to)]
  return week.filter((_, i) => (start <= end ? i >= start && i <= end : i >= start || i <= end))
}

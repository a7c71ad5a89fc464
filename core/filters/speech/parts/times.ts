// Matches times of day: 10pm, 22:30, half past eight, 8 in the morning, las 8 de la tarde, noon, 9-17.
import type { Chart, ChartMatch } from '../chart.ts'
import type { TimePhrase } from '../pieces.ts'
import { isEdge } from './edges.ts'
import { isSmall, lookUp } from './lookup.ts'

export function matchTime(chart: Chart, at: number): ChartMatch<TimePhrase>[] {
  const part = lookUp(chart, at, chart.lexicon.dictionary.halvesBefore)
  if (part === null || !lookUp(chart, part.end, chart.lexicon.dictionary.beforeTime)) return matchTimeOfDay(chart, at)
  return matchTimeOfDay(chart, part.end).map(({ end, value }) => ({
    end,
    value: value.half === null ? toTimePhrase(value, part.value) : value,
  }))
}

function matchTimeOfDay(chart: Chart, at: number): ChartMatch<TimePhrase>[] {
  const { dictionary } = chart.lexicon
  const start = lookUp(chart, at, dictionary.beforeTime)?.end ?? at
  const named = lookUp(chart, start, dictionary.times)
  if (named) return [{ end: named.end, value: { hour: named.value, minute: 0, half: named.value === 12 ? 'pm' : 'am' } }]
  const before = lookUp(chart, start, dictionary.minutesBefore)
  const hour = before ? matchHour(chart, before.end) : null
  return before && hour ? withHalf(chart, addMinutes(hour, before.value)) : matchPlainTime(chart, start)
}

function matchPlainTime(chart: Chart, at: number): ChartMatch<TimePhrase>[] {
  const hour = matchHour(chart, at)
  if (!hour) return []
  const after = lookUp(chart, hour.end, chart.lexicon.dictionary.minutesAfter)
  const found = after
    ? [...withHalf(chart, addMinutes({ ...hour, end: after.end }, after.value)), ...withHalf(chart, hour)]
    : withHalf(chart, hour)
  return chart.tokens[at]?.kind === 'number' ? found : found.filter(({ end, value }) => value.half !== null || mayBeBare(chart, at, end))
}

/** A number in words is an hour without `am` or `o'clock` only at the end of its phrase, and not as in `from two people`. */
const mayBeBare = (chart: Chart, at: number, end: number): boolean =>
  chart.lexicon.dictionary.hourNames.has(chart.words[at] ?? '') ||
  (isEdge(chart, end) && (!isSmall(chart, at - 1, 'from', 'of') || isSmall(chart, end, 'until')))

/** Digits, or a number in words up to twelve. */
function matchHour(chart: Chart, at: number): ChartMatch<TimePhrase> | null {
  const { dictionary } = chart.lexicon
  const word = lookUp(chart, at, dictionary.hourNames) ?? lookUp(chart, at, dictionary.numbers)
  const token = chart.tokens[at]
  if (token?.kind !== 'number')
    return word && word.value <= 12 ? { end: word.end, value: { hour: word.value, minute: 0, half: null } } : null
  const value = parseClock(token.text)
  return value && { end: at + 1, value }
}

function parseClock(text: string): TimePhrase | null {
  const parts = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? /^(0\d|1\d|2[0-3])([0-5]0)$/.exec(text)
  const [hour, minute] = [Number(parts?.[1] ?? 99), Number(parts?.[2] ?? 0)]
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  return { hour: hour % 24, minute, half: hour > 12 || hour === 0 || text.startsWith('0') ? 'am' : null }
}

/** With what follows, such as `pm`, and without it. */
function withHalf(chart: Chart, plain: ChartMatch<TimePhrase>): ChartMatch<TimePhrase>[] {
  const half = lookUp(chart, plain.end, chart.lexicon.dictionary.halves)
  if (!half) return [plain]
  if (plain.value.hour > 12) return [{ ...plain, end: half.end }]
  return [{ end: half.end, value: toTimePhrase(plain.value, half.value) }, plain]
}

function addMinutes({ end, value }: ChartMatch<TimePhrase>, minutes: number): ChartMatch<TimePhrase> {
  const hour = minutes < 0 ? (value.hour + 23) % 24 : value.hour
  return { end, value: { ...value, hour, minute: (minutes + 60) % 60 } }
}

/** The hour is converted to 24 hours; `half` says that it is fixed. */
function toTimePhrase({ hour, minute }: TimePhrase, half: 'am' | 'pm' | 'hours'): TimePhrase {
  if (half === 'hours') return { hour: hour % 24, minute, half: null }
  const base = hour % 12
  return { hour: half === 'pm' ? base + 12 : base, minute, half }
}

/** 9-17, 9:00-17:30 */
export function matchClock(chart: Chart, at: number): ChartMatch<[from: TimePhrase, to: TimePhrase]>[] {
  const token = chart.tokens[at]
  const [first = '', last = '', more] = token?.kind === 'number' ? token.text.split('-') : []
  const [from, to] = [parseClock(first), parseClock(last)]
  return from && to && more === undefined ? [{ end: at + 1, value: [from, to] }] : []
}

export const formatTime = ({ hour, minute }: TimePhrase): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** `9 and 5` is a working day, `10 to 11pm` one hour; at night, `11 to 7` spans midnight. */
export function formatTimeRange(from: TimePhrase, to: TimePhrase, isNight: boolean): [from: string, to: string] {
  if (isNight && from.half === null && to.half === null && from.hour > to.hour) return [formatTime(addHalfDay(from)), formatTime(to)]
  if (from.half === null && to.half === 'pm' && from.hour < to.hour - 12) return [formatTime(addHalfDay(from)), formatTime(to)]
  if (to.half === null && from.half === 'pm' && to.hour + 12 > from.hour && to.hour < 12)
    return [formatTime(from), formatTime(addHalfDay(to))]
  if (from.half === null && to.half === null && to.hour <= from.hour) return [formatTime(from), formatTime(addHalfDay(to))]
  return [formatTime(from), formatTime(to)]
}

const addHalfDay = (time: TimePhrase): TimePhrase => ({ ...time, hour: (time.hour + 12) % 24 })

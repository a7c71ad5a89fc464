// Matches times of day: 10pm, 22:30, 8 in the morning, las 8 de la tarde, noon.
import type { Chart, ChartMatch } from '../chart.ts'
import type { TimePhrase } from '../pieces.ts'
import { lookUp } from './lookup.ts'

export function matchTime(chart: Chart, at: number): ChartMatch<TimePhrase>[] {
  const { dictionary } = chart.lexicon
  const start = lookUp(chart, at, dictionary.beforeTime)?.end ?? at
  const named = lookUp(chart, start, dictionary.times)
  if (named) return [{ end: named.end, value: { hour: named.value, minute: 0, half: 'am' } }]
  const token = chart.tokens[start]
  if (token?.kind !== 'number') return []
  const clock = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(token.raw)
  const [hour, minute] = [Number(clock?.[1] ?? 99), Number(clock?.[2] ?? 0)]
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return []
  const half = lookUp(chart, start + 1, dictionary.halves)
  const isFixed = hour > 12 || hour === 0 || token.raw.startsWith('0')
  const plain: ChartMatch<TimePhrase> = { end: start + 1, value: { hour: hour % 24, minute, half: isFixed ? 'am' : null } }
  if (!half || hour > 12) return half ? [{ ...plain, end: half.end }] : [plain]
  return [{ end: half.end, value: toTimePhrase(hour, minute, half.value) }, plain]
}

/** The hour is converted to 24 hours; `half` says that it is fixed. */
function toTimePhrase(hour: number, minute: number, half: 'am' | 'pm' | 'hours'): TimePhrase {
  if (half === 'hours') return { hour: hour % 24, minute, half: null }
  const base = hour % 12
  return { hour: half === 'pm' ? base + 12 : base, minute, half }
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

// Times of the day: 10pm, 22:30, 8 in the morning, las 8 de la tarde, noon.
import type { Chart, ChartMatch } from '../chart.ts'
import type { TimePhrase } from '../pieces.ts'
import { lookUp } from './lookup.ts'

export function readTime(chart: Chart, at: number): ChartMatch<TimePhrase>[] {
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
  return [{ end: half.end, value: inHalf(hour, minute, half.value) }, plain]
}

/** `am` of an hour means that it is read as it stands, `pm` was added already. */
function inHalf(hour: number, minute: number, half: 'am' | 'pm' | 'hours'): TimePhrase {
  if (half === 'hours') return { hour: hour % 24, minute, half: null }
  const base = hour % 12
  return { hour: half === 'pm' ? base + 12 : base, minute, half }
}

export const spellTime = ({ hour, minute }: TimePhrase): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Both ends of a stretch of hours: `9 and 5` is a working day, `10 to 11pm` one hour; at night `11 to 7` runs over midnight. */
export function spellSpan(from: TimePhrase, to: TimePhrase, isNight: boolean): [from: string, to: string] {
  if (isNight && from.half === null && to.half === null && from.hour > to.hour) return [spellTime(later(from)), spellTime(to)]
  if (from.half === null && to.half === 'pm' && from.hour < to.hour - 12) return [spellTime(later(from)), spellTime(to)]
  if (to.half === null && from.half === 'pm' && to.hour + 12 > from.hour && to.hour < 12) return [spellTime(from), spellTime(later(to))]
  if (from.half === null && to.half === null && to.hour <= from.hour) return [spellTime(from), spellTime(later(to))]
  return [spellTime(from), spellTime(to)]
}

const later = (time: TimePhrase): TimePhrase => ({ ...time, hour: (time.hour + 12) % 24 })

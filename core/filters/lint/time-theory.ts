// Which tests of the moment of arrival rule each other out.
import { Weekday } from '../tree.ts'
import type { Literal } from './atom.ts'

/** Of dates and weekdays. `since` is the first day on which mail may still arrive, in days since 1970; null where any day may be. */
export function daysClash(literals: Literal[], since: number | null): boolean {
  let first = since ?? -Infinity
  let last = Infinity
  const excluded = new Set<number>()
  for (const { atom, held } of literals) {
    if (atom.kind !== 'date') continue
    if (atom.operator === 'on' && !held) excluded.add(atom.day)
    if (atom.operator === 'on' ? held : (atom.operator === 'on_or_after') === held) first = Math.max(first, atom.day)
    if (atom.operator === 'on' && held) last = Math.min(last, atom.day)
    if (atom.operator !== 'on' && (atom.operator === 'before') === held) last = Math.min(last, atom.day - 1)
  }
  if (first > last) return true
  const weekdays = Weekday.options.filter(day => literals.every(({ atom, held }) => atom.kind !== 'weekday' || atom.days.has(day) === held))
  // Every day of the week comes again within a week, beside the days that are excluded.
  if (weekdays.length === 0) return true
  if (last - first > 7 + excluded.size * 7 || !Number.isFinite(last - first)) return false
  for (let day = first; day <= last; day++) if (!excluded.has(day) && weekdays.includes(weekdayOf(day))) return false
  return true
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): Weekday => Weekday.options[(((day + 3) % 7) + 7) % 7] ?? 'mon'

/** Of times of day: is there no minute that fits them all? Bounds are the only places where anything changes. */
export function hoursClash(literals: Literal[]): boolean {
  const spans = literals.flatMap(({ atom, held }) => (atom.kind === 'hour' ? [{ ...atom, held }] : []))
  const minutes = ['00:00', ...spans.flatMap(({ from, to }) => [from, to])]
  return !minutes.some(time => spans.every(span => isBetween(time, span.from, span.to) === span.held))
}

/** As in observe.ts: half open; the same time twice is the whole day. */
const isBetween = (time: string, from: string, to: string): boolean => (from < to ? time >= from && time < to : time >= from || time < to)

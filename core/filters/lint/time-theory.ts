// Detects arrival time tests that contradict each other.
import { Weekday } from '../tree.ts'
import type { Literal } from './atom.ts'

/** Compares dates and weekdays. `since` is the earliest day on which an email may still arrive, in days since 1970; null for no limit. */
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
  // Every weekday recurs within a week, apart from the excluded days.
  if (weekdays.length === 0) return true
  if (last - first > 7 + excluded.size * 7 || !Number.isFinite(last - first)) return false
  for (let day = first; day <= last; day++) if (!excluded.has(day) && weekdays.includes(toWeekday(day))) return false
  return true
}

/** 1 January 1970 was a Thursday. */
const toWeekday = (day: number): Weekday => Weekday.options[(((day + 3) % 7) + 7) % 7] ?? 'mon'

/** Whether no time of day satisfies all tests. Only the bounds need to be tried, because nothing changes between them. */
export function hoursClash(literals: Literal[]): boolean {
  const ranges = literals.flatMap(({ atom, held }) => (atom.kind === 'hour' ? [{ ...atom, held }] : []))
  const minutes = ['00:00', ...ranges.flatMap(({ from, to }) => [from, to])]
  return !minutes.some(time => ranges.every(range => isBetween(time, range.from, range.to) === range.held))
}

/** As in observe.ts: half open; two equal times mean the whole day. */
const isBetween = (time: string, from: string, to: string): boolean => (from < to ? time >= from && time < to : time >= from || time < to)

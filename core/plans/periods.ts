// Computes when a paid period ends: calendar months and years in UTC, on the day of the month when the subscription began.
import type { Interval } from './plans.ts'

/**
 * The end of a period that starts at `from`. A subscription that began on the 31st is renewed on the last day of shorter months, and on
 * the 31st again afterwards: `anchor` is its beginning.
 */
export function periodEnd(from: Date, interval: Interval, anchor: Date = from): Date {
  const months = interval === 'year' ? 12 : 1
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const end = new Date(from)
  end.setUTCFullYear(year, month, Math.min(dayOf(from, anchor), daysIn(year, month)))
  return end
}

/** The anchor's day, where a short month made the period start earlier. */
function dayOf(from: Date, anchor: Date): number {
  const isLastOfMonth = from.getUTCDate() === daysIn(from.getUTCFullYear(), from.getUTCMonth())
  return isLastOfMonth ? Math.max(from.getUTCDate(), anchor.getUTCDate()) : from.getUTCDate()
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

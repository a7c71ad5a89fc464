// Computes billing periods in UTC: months keep the day of the anchor, or use a shorter month's last day.
import type Stripe from 'stripe'
import { daySeconds } from '../time.ts'

export interface Period {
  start: number
  end: number
}

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/** The period around `at` of a subscription whose periods begin at `anchor`. */
export function periodAround(anchor: number, at: number, recurring: Recurring): Period {
  const nth = (count: number) => addInterval(anchor, recurring, count)
  let index = Math.floor((at - anchor) / secondsOf(recurring))
  while (nth(index + 1) <= at) index += 1
  while (nth(index) > at) index -= 1
  return { start: nth(index), end: nth(index + 1) }
}

/** Roughly: months have 30 days. */
export const secondsOf = ({ interval, interval_count: count }: Recurring): number =>
  count * daySeconds * (interval === 'year' ? 365 : interval === 'month' ? 30 : interval === 'week' ? 7 : 1)

export function addInterval(anchor: number, { interval, interval_count: count }: Recurring, times = 1): number {
  if (interval === 'year') return addMonths(anchor, 12 * count * times)
  if (interval === 'month') return addMonths(anchor, count * times)
  return anchor + times * count * daySeconds * (interval === 'week' ? 7 : 1)
}

export function addMonths(at: number, months: number): number {
  const from = new Date(at * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay))
  return Math.floor(midnight / 1000) + (at % daySeconds)
}

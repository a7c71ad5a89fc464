// Computes what a change of plan costs, by the second: unused time is credited, and the rest of the period is charged.
import { periodEnd } from './periods.ts'
import type { Price } from './plans.ts'

interface BoughtPrice extends Pick<Price, 'interval' | 'amount'> {
  planId: string
}

/**
 * An upgrade takes effect at once, a downgrade at the end of the period that was paid for. A year in place of a month is an upgrade unless
 * it costs less than that month; the same plan by the month after a year begins when the year is over.
 */
export function kindOfChange(from: BoughtPrice, to: BoughtPrice): 'upgrade' | 'downgrade' {
  if (from.interval === 'month' && to.interval === 'year') return to.amount > from.amount ? 'upgrade' : 'downgrade'
  if (from.interval === 'year' && to.interval === 'month' && from.planId === to.planId) return 'downgrade'
  return yearly(to) > yearly(from) ? 'upgrade' : 'downgrade'
}

const yearly = ({ interval, amount }: Pick<Price, 'interval' | 'amount'>): number => (interval === 'month' ? amount * 12 : amount)

export interface ProrationRequest {
  from: Pick<Price, 'interval' | 'amount'>
  to: Pick<Price, 'interval' | 'amount'>
  periodStart: Date
  periodEnd: Date
  /** When the change takes effect. */
  at: Date
}

export interface Proration {
  /** `unused` is negative. */
  lines: { kind: 'unused' | 'remaining' | 'full'; from: Date; to: Date; amount: number }[]
  due: number
  /** The period after the change: another interval begins a new one. */
  periodStart: Date
  periodEnd: Date
}

/** Amounts in the minor unit, each line rounded to the nearest. */
export function prorate({ from, to, periodStart, periodEnd: end, at }: ProrationRequest): Proration {
  const share = shareLeft(periodStart, end, at)
  const unused = { kind: 'unused' as const, from: at, to: end, amount: -Math.round(from.amount * share) || 0 }
  if (from.interval === to.interval) {
    const remaining = { kind: 'remaining' as const, from: at, to: end, amount: Math.round(to.amount * share) }
    return { lines: [unused, remaining], due: unused.amount + remaining.amount, periodStart, periodEnd: end }
  }
  const newEnd = periodEnd(at, to.interval)
  const full = { kind: 'full' as const, from: at, to: newEnd, amount: to.amount }
  return { lines: [unused, full], due: unused.amount + full.amount, periodStart: at, periodEnd: newEnd }
}

/** Whole seconds, as the provider's clock counts. */
function shareLeft(start: Date, end: Date, at: Date): number {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
  const total = seconds(end) - seconds(start)
  return total <= 0 ? 0 : Math.min(1, Math.max(0, (seconds(end) - seconds(at)) / total))
}

// Rolls revenue up by month and currency: from what it is now back to what it was, by what changed since.
import type { MovementKind, RevenueEvent } from './revenue.ts'

/** What is paid now, in one currency. */
export interface CurrentRevenue {
  currency: string
  revenue: number
  paying: number
}

/** What changed in one month, in one currency. */
export interface MonthChanges {
  month: string
  currency: string
  revenue: Record<MovementKind, number>
  started: number
  stopped: number
  events: Record<RevenueEvent, number>
}

export interface RevenueMonth extends MonthChanges {
  /** At the end of the month; for the last one, now. */
  total: number
  paying: number
}

const nothing = (month: string, currency: string): MonthChanges => ({
  ...{ month, currency, started: 0, stopped: 0 },
  revenue: { new: 0, expansion: 0, contraction: 0, churn: 0 },
  events: { trial_converted: 0, trial_lost: 0, payment_failed: 0, payment_recovered: 0 },
})

/** `months` ends with the current one. Each currency is rolled up alone. */
export function rollUpMonths(
  months: readonly string[],
  current: readonly CurrentRevenue[],
  changes: readonly MonthChanges[],
): RevenueMonth[] {
  const currencies = [...new Set([...current, ...changes].map(({ currency }) => currency))].toSorted()
  return currencies.flatMap(currency => {
    const now = current.find(one => one.currency === currency)
    let [total, paying] = [now?.revenue ?? 0, now?.paying ?? 0]
    const rolled: RevenueMonth[] = []
    for (const month of months.toReversed()) {
      const own = changes.find(one => one.month === month && one.currency === currency) ?? nothing(month, currency)
      rolled.unshift({ ...own, total, paying })
      total -= netOf(own)
      paying -= own.started - own.stopped
    }
    return rolled
  })
}

/** Losses are negative. */
export const netOf = ({ revenue }: Pick<MonthChanges, 'revenue'>): number =>
  revenue.new + revenue.expansion + revenue.contraction + revenue.churn

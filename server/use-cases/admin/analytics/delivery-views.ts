// Reads how deliveries ended and what WhatsApp messages cost, for the analytics page.
import { type DeliveryOutcomes, outcomeStates, type WhatsAppCosts } from '../../../../core/api/admin/analytics.ts'
import { readTotals } from '../../../analytics/series-owners.ts'
import { type AnalyticsDeps, type AnalyticsView, readBoth, sumOf, viewPeriod } from './periods.ts'

interface Total {
  metric: string
  label: string
  count: number
}

export const readOutcomes: AnalyticsView<DeliveryOutcomes> = async ({ db, explain }, periods) => {
  const [rows, earlier] = await readBoth(periods, period => readTotals(db, period, outcomeStates))
  const compared = compareTotals(rows, earlier)
  const ofState = (name: string, all: readonly Total[]) => sumOf(all.filter(row => row.metric === name))
  return {
    period: viewPeriod(periods),
    states: outcomeStates.map(name => ({ state: name, count: ofState(name, rows), previous: ofState(name, earlier) })),
    reasons: outcomeStates.flatMap(name =>
      compared
        .filter(row => row.metric === name && (name === 'failed' || name === 'expired' || name === 'cancelled'))
        .map(({ label, count, previous }) => ({ state: name, reason: label, text: label ? explain(label) : null, count, previous })),
    ),
  }
}

export const readCosts: AnalyticsView<WhatsAppCosts> = async ({ db, prices, currency }, periods) => {
  const [rows, earlier] = await readBoth(periods, period => readTotals(db, period, ['messages_sent']))
  const hasPrices = Object.keys(prices).length > 0
  return {
    period: viewPeriod(periods),
    currency: hasPrices ? currency : null,
    items: compareTotals(rows, earlier).map(({ label, count, previous }) => {
      const [category = 'unreported', billing] = label.split(':')
      const price = priceOf(prices, category, billing)
      const cost = price === null ? null : price * count
      return { category, billing: toBilling(billing), count, previous, price, cost, previousCost: price === null ? null : price * previous }
    }),
  }
}

/** What WhatsApp does not bill costs nothing; what it has not reported yet is priced as billed. */
function priceOf(prices: AnalyticsDeps['prices'], category: string, billing: string | undefined): number | null {
  if (Object.keys(prices).length === 0) return null
  return billing === 'free' ? 0 : (prices[category] ?? null)
}

const toBilling = (text: string | undefined) => (text === 'billed' || text === 'free' ? text : 'unreported')

/** Both periods side by side, the largest first. */
function compareTotals(rows: readonly Total[], earlier: readonly Total[]): (Total & { previous: number })[] {
  const keyOf = ({ metric, label }: Total) => `${metric} ${label}`
  const before = new Map(earlier.map(row => [keyOf(row), row]))
  const known = new Set(rows.map(keyOf))
  return [
    ...rows.map(row => ({ ...row, previous: before.get(keyOf(row))?.count ?? 0 })),
    ...earlier.filter(row => !known.has(keyOf(row))).map(row => ({ ...row, count: 0, previous: row.count })),
  ].sort((a, b) => b.count - a.count || b.previous - a.previous || (a.label < b.label ? -1 : 1))
}

// Computes recurring revenue: what a subscription brings in a month, and what a change of it means. Currencies are never added up.
import type { Interval } from './plans.ts'
import type { SubscriptionState } from './subscription.ts'

/** What revenue depends on. */
export interface PayingFacts {
  state: SubscriptionState
  interval: Interval
  currency: string
  amount: number
}

/** A missing payment is still expected; a state that we don't know yet takes nothing from the sum. */
export const payingStates: readonly SubscriptionState[] = ['active', 'past_due', 'unknown']

/** Monthly recurring revenue in the currency's minor unit: a year counts a twelfth, rounded. */
export const monthlyRevenue = ({ state, interval, amount }: Omit<PayingFacts, 'currency'>): number =>
  payingStates.includes(state) ? (interval === 'year' ? Math.round(amount / 12) : amount) : 0

/** `new`: it pays for the first time, or again. `churn`: it pays no more. */
export type MovementKind = 'new' | 'expansion' | 'contraction' | 'churn'

export interface RevenueMovement {
  kind: MovementKind
  currency: string
  /** Positive for what was won, negative for what was lost. */
  amount: number
}

/** A subscription that changes its currency ends in one and begins in the other. `after` is null once its owner is gone. */
export function movementsOf(before: PayingFacts | null, after: PayingFacts | null): RevenueMovement[] {
  if (before && after && before.currency !== after.currency) return [...movementsOf(before, null), ...movementsOf(null, after)]
  const currency = (after ?? before)?.currency
  const [from, to] = [before ? monthlyRevenue(before) : 0, after ? monthlyRevenue(after) : 0]
  if (currency === undefined || from === to) return []
  const kind = from === 0 ? 'new' : to === 0 ? 'churn' : to > from ? 'expansion' : 'contraction'
  return [{ kind, currency, amount: to - from }]
}

/** What happened to a trial or a payment, for the counts of a month. */
export type RevenueEvent = 'trial_converted' | 'trial_lost' | 'payment_failed' | 'payment_recovered'

export function revenueEventOf(before: SubscriptionState | null, after: SubscriptionState): RevenueEvent | null {
  if (before === after || before === null) return null
  if (before === 'trialing') return after === 'active' ? 'trial_converted' : after === 'past_due' ? 'payment_failed' : 'trial_lost'
  if (after === 'past_due') return 'payment_failed'
  return (before === 'past_due' || before === 'suspended') && after === 'active' ? 'payment_recovered' : null
}

/** A share of what there was, such as churn; null where there was nothing. */
export const shareOf = (part: number, all: number): number | null => (all > 0 ? part / all : null)

/** The months `2026-03` up to and including that of `now`, oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
  return Array.from({ length: count }, (_, n) =>
    first(count - 1 - n)
      .toISOString()
      .slice(0, 7),
  )
}

// Picks what a server offers to new subscribers: plans that can be bought in its currency, cheapest first.
import { freePlanId, type Plan, type Price } from './plans.ts'

/** `provider` is who takes payments. It is null only on pages that were rendered before that was known. */
export interface ServerOffer {
  provider: 'stripe' | 'invoice' | null
  items: Plan[]
}

/** Prices in other currencies and plans that cannot be bought in this one are left out. */
export function offerPlans(provider: ServerOffer['provider'], plans: readonly Plan[], currency: string): ServerOffer {
  const items = plans
    .map(({ id, names, limits, prices, trialDays, version }) => ({
      ...{ id, names, limits, trialDays, version },
      prices: prices.filter(price => price.currency === currency).toSorted((a, b) => a.interval.localeCompare(b.interval)),
    }))
    .filter(plan => plan.id === freePlanId || plan.prices.length > 0)
    .toSorted((a, b) => perMonth(a.prices) - perMonth(b.prices))
  return { provider, items }
}

/** The lowest price for a month, for sorting. */
const perMonth = (prices: readonly Price[]): number =>
  prices.length === 0 ? 0 : Math.min(...prices.map(({ amount, interval }) => (interval === 'year' ? amount / 12 : amount)))

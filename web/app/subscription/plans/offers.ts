// Decides what a plan offers to a person: to choose it, to change to it, or that they have it.
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { findPrice, freePlanId, type Interval, type Plan, type Price } from '../../../../core/plans/plans.ts'
import { kindOfChange } from '../../../../core/plans/proration.ts'

export type OfferKind = 'current' | 'ordered' | 'scheduled' | 'choose' | 'upgrade' | 'switch' | 'cancel' | 'blocked' | 'none'

export interface PlanOffer {
  kind: OfferKind
  price: Price | null
  /** When a scheduled one starts. */
  at: string | null
}

export function findOffer(page: SubscriptionPage, plan: Plan, interval: Interval, currency: string): PlanOffer {
  const price = findPrice(plan, interval, currency)
  const offer = (kind: OfferKind, at: string | null = null): PlanOffer => ({ kind, price, at })
  const subscription = findRunning(page)
  const isFree = plan.id === freePlanId
  if (!price && !isFree) return offer('none')
  if (!subscription) return offer(isFree ? 'current' : isOrdered(page, plan, interval) ? 'ordered' : 'choose')
  const { cancelsAt, nextChange, actions } = subscription
  if (isFree) return cancelsAt ? offer('scheduled', cancelsAt) : offer(actions.includes('cancel') ? 'cancel' : 'blocked')
  if (subscription.plan.id === plan.id && subscription.interval === interval) return offer('current')
  if (nextChange?.plan.id === plan.id && nextChange.interval === interval) return offer('scheduled', nextChange.at)
  if (!actions.includes('change')) return offer('blocked')
  if (!price) return offer('none')
  const bought = { planId: subscription.plan.id, interval: subscription.interval, amount: subscription.price.amount }
  return offer(kindOfChange(bought, { planId: plan.id, interval, amount: price.amount }) === 'upgrade' ? 'upgrade' : 'switch')
}

/** What was ordered and never paid may be replaced by another order. */
export const findRunning = ({ subscription }: SubscriptionPage): SubscriptionPage['subscription'] =>
  subscription?.state === 'ended' || subscription?.state === 'pending' ? null : subscription

const isOrdered = ({ provider, subscription }: SubscriptionPage, plan: Plan, interval: Interval): boolean =>
  provider === 'invoice' && subscription?.state === 'pending' && subscription.plan.id === plan.id && subscription.interval === interval

const yearly = (amount: number, interval: Interval): number => (interval === 'month' ? amount * 12 : amount)

/** How much a year costs less than twelve months, in the currency's minor unit and in percent; null if it does not. */
export function findSaving(plan: Plan, currency: string): { amount: number; percent: number } | null {
  const month = findPrice(plan, 'month', currency)
  const year = findPrice(plan, 'year', currency)
  if (!month || !year) return null
  const amount = yearly(month.amount, 'month') - year.amount
  const percent = Math.floor((amount / yearly(month.amount, 'month')) * 100)
  return percent > 0 ? { amount, percent } : null
}

/** The currency of what was bought, or that of the first price. */
export const findCurrency = (page: SubscriptionPage, plans: readonly Plan[]): string =>
  page.subscription?.price.currency ?? plans.flatMap(plan => plan.prices)[0]?.currency ?? 'usd'

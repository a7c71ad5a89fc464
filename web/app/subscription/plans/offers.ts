// Decides what a person can do with a plan: choose it, switch to it, or nothing because they have it.
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { findPrice, freePlanId, type Interval, type Plan, type Price } from '../../../../core/plans/plans.ts'
import { kindOfChange } from '../../../../core/plans/proration.ts'
import { type YearlySaving, yearlySaving } from '../../../../core/plans/saving.ts'

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

/** How much a year costs less than twelve months; null if it does not. */
export const findSaving = (plan: Plan, currency: string): YearlySaving | null =>
  yearlySaving(findPrice(plan, 'month', currency), findPrice(plan, 'year', currency))

/** The currency of what was bought, or that of the first price. */
export const findCurrency = (page: SubscriptionPage, plans: readonly Plan[]): string =>
  page.subscription?.price.currency ?? plans.flatMap(plan => plan.prices)[0]?.currency ?? 'usd'

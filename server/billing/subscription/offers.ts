// Finds what a user chose among the plans that are sold, with the provider's id of its price.
import type { PlanChoice } from '../../../core/api/billing.ts'
import { findPrice, matchPrice, type Plan } from '../../../core/plans/plans.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { sellablePlans } from '../plans/owners.ts'
import type { PlanPrice } from '../plans/prices-owners.ts'
import { publishPrices } from '../plans/publish.ts'
import { type BillingDeps, callProvider, type Payments } from './payments.ts'

export interface Offer {
  plan: Plan
  price: PlanPrice
}

/** A price that the provider does not know yet is published now. */
export async function findOffer(
  deps: BillingDeps,
  { provider }: Payments,
  { planId, interval }: PlanChoice,
  currency = deps.currency,
): Promise<Offer> {
  const { db, say } = deps
  const plan = (await sellablePlans(db)).find(sold => sold.id === planId)
  if (!plan || !findPrice(plan, interval, currency)) throw new HttpError(422, 'plan_unknown', say('plan.unknown'))
  const price = matchPrice(await callProvider(deps, () => publishPrices(db, provider, plan)), interval, currency)
  if (!price) throw new HttpError(503, 'price_unpublished', say('plan.unpublished'))
  return { plan, price }
}

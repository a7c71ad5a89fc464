// Publishes plans: the ones a new server starts with, those of administrators, and their prices at the payment provider.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { freePlanId, PlanTerms } from '../../../core/plans/plans.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { PaymentProvider } from '../provider.ts'
import { hasPlans, publishPlan, sellablePlans } from './owners.ts'
import { type PlanPrice, pricesOfPlan, savePrices } from './prices-owners.ts'

/** Why a plan can't be published, as a key of the catalog `billing`; null if it can. */
export function findPlanProblem({ id, prices, trialDays }: PlanTerms, isSold: boolean): 'plan.freeHasPrice' | 'plan.freeIsSold' | null {
  if (id !== freePlanId) return null
  if (prices.length > 0 || trialDays > 0) return 'plan.freeHasPrice'
  return isSold ? null : 'plan.freeIsSold'
}

/** Gives a server without plans the ones of starting-plans.json, once. */
export async function seedPlans(db: Db, now: Date): Promise<void> {
  if (await hasPlans(db)) return
  for (const terms of readStartingPlans()) await publishPlan(db, terms, true, null, now)
}

const readStartingPlans = (): PlanTerms[] =>
  z.array(PlanTerms).parse(JSON.parse(readFileSync(new URL('starting-plans.json', import.meta.url), 'utf8')))

/** Makes the prices of everything that is sold known to the provider; may be repeated. */
export async function publishAllPrices(db: Db, provider: PaymentProvider): Promise<void> {
  for (const plan of await sellablePlans(db)) await publishPrices(db, provider, plan)
}

/** The provider is asked once for each version; afterwards its answer is in our table. */
export async function publishPrices(db: Db, provider: PaymentProvider, plan: PlanTerms & { version: number }): Promise<PlanPrice[]> {
  const existing = await pricesOfPlan(db, provider.name, plan.id, plan.version)
  if (existing.length >= plan.prices.length) return existing
  await savePrices(db, provider.name, plan, await provider.publishPrices(plan))
  return pricesOfPlan(db, provider.name, plan.id, plan.version)
}

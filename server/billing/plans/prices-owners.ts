// SQL for the prices of plans as a payment provider knows them.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { ProviderName, PublishedPrice } from '../provider.ts'

/** A price of a plan version, with the provider's id of it. */
export interface PlanPrice extends PublishedPrice {
  planId: string
  planVersion: number
}

export async function savePrices(
  db: Db,
  provider: ProviderName,
  plan: { id: string; version: number },
  prices: PublishedPrice[],
): Promise<void> {
  if (prices.length === 0) return
  const rows = prices.map(({ priceRef, interval, currency, amount }) => ({
    ...{ provider, price_ref: priceRef, plan_id: plan.id, plan_version: plan.version },
    ...{ interval, currency, amount },
  }))
  await db
    .insertInto('plan_prices')
    .values(rows)
    .onConflict(c => c.doNothing())
    .execute()
}

/** By the provider's ids; an id that is unknown here is missing in the result. */
export async function pricesByRef(db: Db, provider: ProviderName, refs: string[]): Promise<Map<string, PlanPrice>> {
  if (refs.length === 0) return new Map()
  const rows = await db.selectFrom('plan_prices').selectAll().where('provider', '=', provider).where('price_ref', 'in', refs).execute()
  return new Map(rows.map(row => [row.price_ref, toPlanPrice(row)]))
}

export async function pricesOfPlan(db: Db, provider: ProviderName, id: string, version: number): Promise<PlanPrice[]> {
  const rows = await db
    .selectFrom('plan_prices')
    .selectAll()
    .where('provider', '=', provider)
    .where('plan_id', '=', id)
    .where('plan_version', '=', version)
    .execute()
  return rows.map(toPlanPrice)
}

const toPlanPrice = (row: Row<'plan_prices'>): PlanPrice => ({
  ...{ priceRef: row.price_ref, planId: row.plan_id, planVersion: row.plan_version },
  ...{ interval: row.interval, currency: row.currency, amount: row.amount },
})

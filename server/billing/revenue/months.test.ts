// Tests the roll-up of revenue on real PostgreSQL: what snapshots changed, by month and currency, also of owners who left.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { monthlyRevenue } from '../../../core/plans/revenue.ts'
import { SubscriptionState } from '../../../core/plans/subscription.ts'
import { testDatabase } from '../../../test/database.ts'
import { writeSubscription } from '../customers/snapshot-store.ts'
import { erasePayments } from '../customers/store.ts'
import type { PlanPrice } from '../plans/prices-owners.ts'
import { seedPlans } from '../plans/publish.ts'
import type { SubscriptionSnapshot } from '../provider.ts'
import { monthlyRevenueSql, readRevenueMonths, rollUpRevenue } from './months-owners.ts'

const { db } = await testDatabase()
const at = (text: string) => new Date(`${text}T12:00:00Z`)
await seedPlans(db, at('2026-01-01'))

beforeEach(async () => {
  for (const table of ['subscriptions', 'subscription_changes', 'revenue_months'] as const) await db.deleteFrom(table).execute()
})

const price = (priceRef: string, amount: number, currency = 'usd', interval: 'month' | 'year' = 'month'): PlanPrice => ({
  ...{ priceRef, amount, currency, interval, planId: 'personal', planVersion: 1 },
})
const prices = new Map(
  [price('small', 500), price('large', 1900), price('euro', 400, 'eur'), price('year', 5000, 'usd', 'year')].map(one => [
    one.priceRef,
    one,
  ]),
)

const read = (ownerId: string, ref: string, state: SubscriptionState, priceRef: string, now: Date) => {
  const subscription: SubscriptionSnapshot = {
    ...{ ref, priceRef, state, rawState: state, startedAt: at('2026-01-01'), currentPeriodStart: null, currentPeriodEnd: null },
    ...{ trialEndsAt: null, cancelsAt: null, endedAt: null, pastDueSince: null, nextChange: null },
  }
  return db.transaction().execute(tx => writeSubscription(tx, ownerId, { provider: 'stripe', subscription, prices, now }))
}
const monthsOf = async (currency: string, now: Date) => {
  await rollUpRevenue(db, now)
  return (await readRevenueMonths(db, now)).filter(month => month.currency === currency)
}

test('snapshots become months: new, larger, lost and recovered, each currency alone', async () => {
  const [anna, ben, eve] = [randomUUID(), randomUUID(), randomUUID()]
  await read(anna, 'sub_a', 'trialing', 'small', at('2026-02-01'))
  await read(anna, 'sub_a', 'active', 'small', at('2026-02-15'))
  await read(ben, 'sub_b', 'active', 'euro', at('2026-02-20'))
  await read(eve, 'sub_e', 'active', 'year', at('2026-02-20'))
  await read(anna, 'sub_a', 'active', 'large', at('2026-03-05'))
  await read(anna, 'sub_a', 'past_due', 'large', at('2026-03-10'))
  await read(anna, 'sub_a', 'past_due', 'large', at('2026-03-11'))
  await read(anna, 'sub_a', 'active', 'large', at('2026-03-12'))
  await read(eve, 'sub_e', 'ended', 'year', at('2026-03-20'))
  const dollars = await monthsOf('usd', at('2026-03-25'))
  expect(dollars).toHaveLength(12)
  expect(dollars.at(-2)).toMatchObject({
    month: '2026-02',
    revenue: '917',
    new_revenue: '917',
    paying: 2,
    new_paying: 2,
    trials_converted: 1,
  })
  expect(dollars.at(-1)).toMatchObject({
    ...{ month: '2026-03', revenue: '1900', expansion: '1400', churned: '-417', paying: 1, churned_paying: 1 },
    ...{ payments_failed: 1, payments_recovered: 1, new_revenue: '0' },
  })
  expect((await monthsOf('eur', at('2026-03-25'))).at(-1)).toMatchObject({ revenue: '400', paying: 1, churned: '0', expansion: '0' })
})

test('reading the same snapshot again, and rolling up again, change nothing', async () => {
  const anna = randomUUID()
  for (let n = 0; n < 3; n++) await read(anna, 'sub_a', 'active', 'small', at('2026-03-01'))
  const first = await monthsOf('usd', at('2026-03-25'))
  expect(await monthsOf('usd', at('2026-03-25'))).toEqual(first)
  expect(first.at(-1)).toMatchObject({ revenue: '500', new_paying: 1 })
})

test('an owner who leaves is lost revenue, and nothing that is left names them', async () => {
  const [anna, ben] = [randomUUID(), randomUUID()]
  await read(anna, 'sub_a', 'active', 'small', at('2026-02-01'))
  await read(ben, 'sub_b', 'active', 'large', at('2026-02-01'))
  await db.transaction().execute(tx => erasePayments(tx, anna, at('2026-03-02')))
  expect((await monthsOf('usd', at('2026-03-25'))).slice(-2)).toMatchObject([
    { month: '2026-02', revenue: '2400', paying: 2 },
    { month: '2026-03', revenue: '1900', churned: '-500', churned_paying: 1, paying: 1 },
  ])
  const left = await db.selectFrom('subscription_changes').select('owner_id').where('owner_id', 'is not', null).execute()
  expect(left.every(row => row.owner_id === ben)).toBe(true)
})

test('SQL counts the same for a month as the function does', async () => {
  for (const state of SubscriptionState.options)
    for (const [priceRef, ref] of [
      ['small', `m_${state}`],
      ['year', `y_${state}`],
    ] as const)
      await read(randomUUID(), ref, state, priceRef, at('2026-03-01'))
  const rows = await db
    .selectFrom('subscriptions')
    .select(['state', 'interval', 'amount', monthlyRevenueSql.as('monthly')])
    .execute()
  expect(rows).toHaveLength(SubscriptionState.options.length * 2)
  for (const row of rows) expect(row.monthly).toBe(monthlyRevenue(row))
})

// Tests reservations and limits on real PostgreSQL: what was bought, what is free, and where nothing is sold.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PlanLimits, selfHosted } from '../../core/plans/plans.ts'
import { testDatabase } from '../../test/database.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow } from '../foundation/db/tables.ts'
import { openAllowance } from './allowance.ts'
import { settleUsage } from './usage-store.ts'

const { db } = await testDatabase()
const now = new Date('2026-03-15T12:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
const month = '2026-03'
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
const sold = openAllowance({ sells: true, graceDays: 7 })
const unsold = openAllowance({ sells: false, graceDays: 7 })
const reserve = (userId: string, wanted: number, at = now) => inTransaction(tx => sold.reserve(tx, userId, at, wanted))

beforeEach(async () => {
  for (const table of ['usage', 'subscriptions', 'plans'] as const) await db.deleteFrom(table).execute()
})

async function publish(id: string, version: number, limits: Partial<PlanLimits>, isSold = true): Promise<void> {
  const terms = { id, names: { en: id }, limits: { ...selfHosted.limits, ...limits }, prices: [], trialDays: 0 }
  const row = { id, version, terms: JSON.stringify(terms), is_sold: isSold, published_by: null, published_at: now }
  await db.insertInto('plans').values(row).execute()
}

type State = NewRow<'subscriptions'>['state']
const subscribe = (ownerId: string, state: State, version = 1, more: Partial<NewRow<'subscriptions'>> = {}) =>
  db
    .insertInto('subscriptions')
    .values({
      ...{ owner_id: ownerId, id: crypto.randomUUID(), provider: 'stripe', subscription_ref: crypto.randomUUID() },
      ...{ plan_id: 'personal', plan_version: version, interval: 'month', currency: 'usd', amount: 500, state, raw_state: state },
      ...{ started_at: days(-20), current_period_start: days(-20), current_period_end: days(10), updated_at: now },
      ...more,
    })
    .execute()

describe('where nothing is sold', () => {
  test('concurrent reservations are all granted and counted, without any table but usage', async () => {
    const { db: bare } = await testDatabase()
    for (const table of ['plan_prices', 'plans', 'subscriptions']) await sql`drop table ${sql.table(table)} cascade`.execute(bare)
    const anna = crypto.randomUUID()
    const given = await Promise.all(Array.from({ length: 8 }, () => bare.transaction().execute(tx => unsold.reserve(tx, anna, now, 3))))
    expect(given).toEqual(Array(8).fill({ month, granted: 3, held: null }))
    expect(await unsold.usageOf(bare, anna, now)).toEqual({ month, reserved: 24, delivered: 0, returned: 0, allowance: null })
    expect(await unsold.limitsOf(bare, anna, now)).toEqual(selfHosted.limits)
    expect(await unsold.whoMayDeliver(bare, [anna], now)).toEqual([anna])
  })

  test('a reservation takes one statement', async () => {
    const statements = counting()
    await statements.db.transaction().execute(tx => unsold.reserve(tx, crypto.randomUUID(), now, 3))
    expect(statements.count()).toBe(1)
  })
})

test('where plans are sold, a reservation takes two statements', async () => {
  await publish('free', 1, { deliveriesPerMonth: 10 })
  const statements = counting()
  await statements.db.transaction().execute(tx => sold.reserve(tx, crypto.randomUUID(), now, 3))
  expect(statements.count()).toBe(2)
})

test('a server that sells and has no plans yet limits nobody', async () => {
  expect(await reserve(crypto.randomUUID(), 1000)).toEqual({ month, granted: 1000, held: null })
  expect(await sold.limitsOf(db, crypto.randomUUID(), now)).toEqual(selfHosted.limits)
})

test('parallel reservations never exceed the limit', async () => {
  await publish('free', 1, { deliveriesPerMonth: 50 })
  const anna = crypto.randomUUID()
  const given = await Promise.all(Array.from({ length: 24 }, () => reserve(anna, 3)))
  expect(given.reduce((sum, { granted }) => sum + granted, 0)).toBe(50)
  expect(given.filter(({ granted }) => granted < 3).every(({ held }) => held === 'allowance_used')).toBe(true)
  expect(await sold.usageOf(db, anna, now)).toEqual({ month, reserved: 50, delivered: 0, returned: 0, allowance: 50 })
})

test('deliveries count when they arrive, are given back when they do not, and other users and months are not affected', async () => {
  await publish('free', 1, { deliveriesPerMonth: 3 })
  const [anna, ben] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [person, at] of [
    [anna, now],
    [anna, days(30)],
    [ben, now],
  ] as const)
    await reserve(person, 3, at)
  await inTransaction(async tx => {
    await settleUsage(tx, anna, month, 'delivered')
    await settleUsage(tx, anna, month, 'returned')
    await settleUsage(tx, anna, month, 'returned')
    await settleUsage(tx, anna, month, 'delivered_after_return')
  })
  expect(await sold.usageOf(db, anna, now)).toMatchObject({ reserved: 0, delivered: 2, returned: 1 })
  expect(await sold.usageOf(db, anna, days(30))).toMatchObject({ month: '2026-04', reserved: 3, delivered: 0 })
  expect(await sold.usageOf(db, ben, now)).toMatchObject({ reserved: 3, delivered: 0 })
  expect(await reserve(anna, 2)).toEqual({ month, granted: 1, held: 'allowance_used' })
  expect(await sold.whoMayDeliver(db, [anna, ben, crypto.randomUUID()], days(30))).toHaveLength(2)
})

test('a rolled-back reservation does not count', async () => {
  const anna = crypto.randomUUID()
  const failing = inTransaction(async tx => {
    await sold.reserve(tx, anna, now, 5)
    throw new Error('planted')
  })
  await expect(failing).rejects.toThrow('planted')
  expect(await sold.usageOf(db, anna, now)).toMatchObject({ reserved: 0 })
})

describe('a subscription', () => {
  beforeEach(async () => {
    await publish('free', 1, { deliveriesPerMonth: 1, mailboxes: 1 })
    await publish('free', 2, { deliveriesPerMonth: 5, mailboxes: 2 })
    await publish('free', 3, { deliveriesPerMonth: 9, mailboxes: 3 }, false)
    await publish('personal', 1, { deliveriesPerMonth: 100, mailboxes: 10 })
    await publish('personal', 2, { deliveriesPerMonth: 50, mailboxes: 5 })
  })

  test('without one the newest free plan that is sold applies', async () => {
    expect(await sold.allowanceOf(db, crypto.randomUUID(), now)).toMatchObject({ limits: { mailboxes: 2 }, remaining: 5 })
  })

  test('keeps the limits of the version that was bought', async () => {
    const [anna, ben] = [crypto.randomUUID(), crypto.randomUUID()]
    await subscribe(anna, 'active', 1)
    await subscribe(ben, 'trialing', 2)
    expect(await reserve(anna, 200)).toEqual({ month, granted: 100, held: 'allowance_used' })
    expect(await sold.limitsOf(db, ben, now)).toMatchObject({ mailboxes: 5 })
  })

  test('that lives comes before newer ones that ended or were never paid', async () => {
    const anna = crypto.randomUUID()
    await subscribe(anna, 'active', 1, { started_at: days(-300) })
    await subscribe(anna, 'ended', 2, { started_at: days(-1) })
    await subscribe(anna, 'pending', 2, { started_at: now })
    expect(await sold.allowanceOf(db, anna, now)).toMatchObject({ limits: { mailboxes: 10 }, reason: null })
  })

  test('with a failed payment keeps its limits in grace, grants nothing, and everything again once it is paid', async () => {
    const anna = crypto.randomUUID()
    await subscribe(anna, 'past_due', 1, { past_due_since: days(-2) })
    expect(await reserve(anna, 2)).toEqual({ month, granted: 0, held: 'payment_failed' })
    expect(await sold.allowanceOf(db, anna, now)).toMatchObject({ limits: { mailboxes: 10 }, delivery: 'digest', until: days(5) })
    expect(await sold.whoMayDeliver(db, [anna], now)).toEqual([])
    expect(await reserve(anna, 7, days(6))).toEqual({ month, granted: 5, held: 'allowance_used' })
    await db.updateTable('subscriptions').set({ state: 'active', past_due_since: null }).where('owner_id', '=', anna).execute()
    expect(await reserve(anna, 2, days(6))).toEqual({ month, granted: 2, held: null })
    expect(await sold.whoMayDeliver(db, [anna], now)).toEqual([anna])
  })

  test.each(['paused', 'suspended', 'ended'] as const)('that is %s allows what is free', async state => {
    const anna = crypto.randomUUID()
    await subscribe(anna, state)
    expect(await reserve(anna, 6)).toEqual({ month, granted: 5, held: 'allowance_used' })
  })
})

/** The same database, counting the statements sent to it. */
function counting(): { db: Db; count(): number } {
  let count = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, count: () => count }
}

// Tests on real PostgreSQL that the newest reading of a customer wins, whatever order readings end in, and that repeats change nothing.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { publishPlan } from '../plans/owners.ts'
import { savePrices } from '../plans/prices-owners.ts'
import { contractPlans } from '../provider.fixture.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from '../provider.ts'
import { openRefresh, writeSnapshot } from './snapshot-owners.ts'
import { erasePayments, saveCustomer } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-03-31T10:00:00Z')
const at = (text: string) => new Date(`${text}T00:00:00Z`)
for (const [name, plan] of Object.entries(contractPlans)) {
  await publishPlan(db, plan, true, null, now)
  const prices = plan.prices.map(price => ({ ...price, priceRef: `price_${name}_${price.interval}` }))
  await savePrices(db, 'stripe', { id: plan.id, version: 1 }, prices)
}

const customer = async () => {
  const [ownerId, customerRef] = [randomUUID(), `cus_${randomUUID()}`]
  await saveCustomer(db, ownerId, 'stripe', customerRef, now)
  return { ownerId, customerRef }
}

const subscription = (ref: string, change: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  ...{ ref, priceRef: 'price_small_month', state: 'active', rawState: 'active', startedAt: now },
  ...{ currentPeriodStart: now, currentPeriodEnd: at('2026-04-30'), trialEndsAt: null, cancelsAt: null, endedAt: null },
  ...{ pastDueSince: null, nextChange: null, ...change },
})
const invoice = (ref: string, change: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  ...{ ref, subscriptionRef: null, number: 'A-1', state: 'paid', currency: 'usd', subtotal: 500, tax: 0, total: 500, paid: 500 },
  ...{ refunded: 0, isDisputed: false, periodStart: null, periodEnd: null, issuedAt: now, dueAt: null, paidAt: now, payUrl: null },
  ...{ hasFile: true, declineCode: null, nextAttemptAt: null, ...change },
})
const snapshotOf = (customerRef: string, change: Partial<CustomerSnapshot> = {}): CustomerSnapshot => ({
  ...{ customerRef, ownerId: null, subscriptions: [subscription(`sub_${customerRef}`)], invoices: [invoice(`in_${customerRef}`)] },
  ...change,
})
const rowsOf = async (ownerId: string) => ({
  subscriptions: await db.selectFrom('subscriptions').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
  invoices: await db.selectFrom('invoices').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
})
const write = (customerRef: string, snapshot: CustomerSnapshot | null, when = now) =>
  writeSnapshot(db, 'stripe', customerRef, async () => snapshot, when)

test('a snapshot is written, and the same one again changes nothing', async () => {
  const { ownerId, customerRef } = await customer()
  const first = await write(customerRef, snapshotOf(customerRef))
  expect(first).toMatchObject({ kind: 'written', ownerId, isChanged: true, unknownPrices: [] })
  const rows = await rowsOf(ownerId)
  expect(rows.subscriptions).toMatchObject([{ plan_id: 'small', plan_version: 1, interval: 'month', amount: 500, state: 'active' }])
  expect(rows.invoices).toMatchObject([{ number: 'A-1', total: 500 }])
  const again = await write(customerRef, snapshotOf(customerRef), at('2026-04-02'))
  expect(again).toMatchObject({ kind: 'written', isChanged: false })
  expect(await rowsOf(ownerId)).toEqual(rows)
})

test('a change of state, plan or missing payment counts as a change, and what is not reported any more stays', async () => {
  const { ownerId, customerRef } = await customer()
  await write(customerRef, snapshotOf(customerRef))
  const changes: Partial<SubscriptionSnapshot>[] = [
    { state: 'past_due', pastDueSince: at('2026-04-30') },
    { priceRef: 'price_large_year' },
    { nextChange: { priceRef: 'price_small_month', at: at('2026-04-30') } },
  ]
  for (const change of changes) {
    const snapshot = snapshotOf(customerRef, { subscriptions: [subscription(`sub_${customerRef}`, change)] })
    expect(await write(customerRef, snapshot)).toMatchObject({ isChanged: true })
  }
  expect(await write(customerRef, snapshotOf(customerRef, { subscriptions: [], invoices: [] }))).toMatchObject({ isChanged: false })
  const { subscriptions, invoices } = await rowsOf(ownerId)
  expect(subscriptions).toMatchObject([{ plan_id: 'small', next_plan_id: 'small', next_interval: 'month' }])
  expect(invoices).toHaveLength(1)
})

test('a price that is in no plan is reported; a known subscription keeps its plan and takes the state, the others are written', async () => {
  const { ownerId, customerRef } = await customer()
  await write(customerRef, snapshotOf(customerRef))
  const subscriptions = [
    subscription(`sub_${customerRef}`, { priceRef: 'price_foreign', state: 'suspended' }),
    subscription(`new_${customerRef}`, { priceRef: 'price_strange' }),
    subscription(`known_${customerRef}`, { priceRef: 'price_large_month' }),
  ]
  const result = await write(customerRef, snapshotOf(customerRef, { subscriptions }))
  expect(result).toMatchObject({ kind: 'written', unknownPrices: ['price_foreign', 'price_strange'] })
  const rows = (await rowsOf(ownerId)).subscriptions
  expect(rows.map(row => `${row.plan_id} ${row.state}`).toSorted()).toEqual(['large active', 'small suspended'])
})

test('unknown customers are no failure, and an error of the provider is passed on without writing', async () => {
  const { ownerId, customerRef } = await customer()
  expect(await write('cus_nobody', snapshotOf('cus_nobody'))).toMatchObject({ kind: 'unknown', ownerId: null })
  expect(await write(customerRef, null)).toMatchObject({ kind: 'unknown', ownerId })
  const failing = writeSnapshot(db, 'stripe', customerRef, () => Promise.reject(new Error('planted')), now)
  await expect(failing).rejects.toThrow('planted')
  expect((await rowsOf(ownerId)).subscriptions).toEqual([])
})

test('an owner who left during a reading gets no rows', async () => {
  const { ownerId, customerRef } = await customer()
  const result = await writeSnapshot(
    ...[db, 'stripe' as const, customerRef],
    async () => {
      await db.transaction().execute(tx => erasePayments(tx, ownerId, now))
      return snapshotOf(customerRef)
    },
    now,
  )
  expect(result.kind).toBe('overtaken')
  expect(await rowsOf(ownerId)).toEqual({ subscriptions: [], invoices: [] })
})

test('a refresh reports what changed to whom', async () => {
  const { ownerId, customerRef } = await customer()
  const changed: string[] = []
  const unknown: string[][] = []
  const provider = {
    name: 'stripe' as const,
    readCustomer: async () => snapshotOf(customerRef, { subscriptions: [subscription('s1'), subscription('s2', { priceRef: 'foreign' })] }),
  }
  const onUnknownPrices = (_customerRef: string, refs: string[]) => void unknown.push(refs)
  const refresh = openRefresh({ db, provider, now: () => now, onChange: async id => void changed.push(id), onUnknownPrices })
  await refresh(customerRef)
  await refresh(customerRef)
  expect(changed).toEqual([ownerId])
  expect(unknown).toEqual([['foreign'], ['foreign']])
})

test('with readings that overlap in any way, what is written last is never older than what was written before', async () => {
  const step = fc.record({ readMs: fc.nat(8), startMs: fc.nat(12) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async steps => {
      const { ownerId, customerRef } = await customer()
      let truth = 0
      const results = await Promise.all(
        steps.map(async ({ readMs, startMs }) => {
          await pause(startMs)
          let seen = 0
          const read = async () => {
            seen = ++truth
            await pause(readMs)
            return snapshotOf(customerRef, { invoices: [invoice(`in_${customerRef}`, { total: seen })] })
          }
          return { ...(await writeSnapshot(db, 'stripe', customerRef, read, now)), seen }
        }),
      )
      // The last reading to begin is always written, and none replaces one that saw more.
      const written = results.filter(result => result.kind === 'written').map(result => result.seen)
      expect(written.length).toBeGreaterThan(0)
      const [row] = (await rowsOf(ownerId)).invoices
      expect(row?.total).toBe(Math.max(...written))
    }),
    { numRuns: 40 },
  )
})

test('an older reading that ends later is not written over a newer one', async () => {
  const orders = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(orders, async order => {
      const { ownerId, customerRef } = await customer()
      const releases: (() => void)[] = []
      const readings: Promise<unknown>[] = []
      for (let begun = 0; begun < order.length; begun++) {
        const hasBegun = Promise.withResolvers<void>()
        const isReleased = Promise.withResolvers<void>()
        releases.push(isReleased.resolve)
        const read = async () => {
          hasBegun.resolve()
          await isReleased.promise
          return snapshotOf(customerRef, { invoices: [invoice(`in_${customerRef}`, { total: begun })] })
        }
        readings.push(writeSnapshot(db, 'stripe', customerRef, read, now))
        await hasBegun.promise
      }
      for (const index of order) {
        releases[index]?.()
        await readings[index]
      }
      expect((await rowsOf(ownerId)).invoices).toMatchObject([{ total: order.length - 1 }])
    }),
    { numRuns: 30 },
  )
})

const pause = (ms: number) => new Promise<void>(resolve => void setTimeout(resolve, ms))

// Tests invoices by hand on real PostgreSQL: the scenarios of every provider, and what only invoices by hand do.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { loadWords } from '../../foundation/words.ts'
import { publishPlan } from '../plans/owners.ts'
import { publishPrices } from '../plans/publish.ts'
import { contractPlans, describeProvider, type ProviderHarness } from '../provider.fixture.ts'
import { type HandProviderDeps, openHandProvider } from './open.ts'
import { unpaidInvoicesOf } from './owners.ts'
import { advanceAll } from './renewals.ts'
import { handCustomerOf } from './snapshot.ts'

const { db } = await testDatabase()
const dayMs = 86_400_000

function openHand(change: Partial<HandProviderDeps> = {}) {
  let now = new Date('2026-03-31T10:00:00Z')
  const failures: unknown[] = []
  const deps: HandProviderDeps = {
    ...{ db, now: () => now, dueDays: 14, graceDays: 7, publicUrl: 'https://mailferry.example' },
    issuer: { name: 'Ferry & Sons', address: 'Harbour 1\nHamburg', email: 'pay@ferry.example', instructions: 'IBAN DE00 <first>' },
    readBuyer: async () => ({ email: 'anna@example.com', words: loadWords('en') }),
    ...change,
  }
  const provider = openHandProvider(deps)
  const run = () => advanceAll(deps, (_ref, error) => void failures.push(error))
  const pass = async (days: number) => {
    // One day at a time, as the job would; and twice, because it may run twice.
    for (let day = 0; day < days; day++) {
      now = new Date(now.getTime() + dayMs)
      await run()
    }
    await Promise.all([run(), run()])
    expect(failures).toEqual([])
  }
  const markAll = async (customerRef: string) => {
    for (const { ref, state } of (await provider.readCustomer(customerRef))?.invoices ?? [])
      if (state === 'open') await provider.markPaid({ invoiceRef: ref, reference: `bank ${ref}`, by: null })
  }
  const skip = (days: number) => {
    now = new Date(now.getTime() + days * dayMs)
  }
  const now_ = () => now
  return { provider, deps, now: now_, pass, skip, run, markAll }
}

const harness = async (): Promise<ProviderHarness> => {
  const { provider, now, pass, markAll } = openHand()
  const customers = new Map<string, string>()
  return {
    provider: {
      ...provider,
      startCheckout: async request => {
        const started = await provider.startCheckout(request)
        customers.set(started.checkoutRef, request.customerRef)
        return started
      },
    },
    ...{ now, pass, chargesItself: false },
    publish: async plan => {
      await publishPlan(db, plan, true, null, now())
      return publishPrices(db, provider, plan)
    },
    complete: ({ checkoutRef }) => markAll(customers.get(checkoutRef) ?? ''),
    payOpen: markAll,
  }
}

describeProvider('Invoices by hand', harness)

async function subscribed(trialDays = 0, change: Partial<HandProviderDeps> = {}) {
  const hand = openHand(change)
  const { provider, now } = hand
  await publishPlan(db, contractPlans.small, true, null, now())
  const prices = await publishPrices(db, provider, contractPlans.small)
  const ownerId = randomUUID()
  const checkoutId = randomUUID()
  const customerRef = await provider.createCustomer({ ownerId, email: 'anna@example.com', language: 'en' })
  const returnUrl = `https://mailferry.example/payment-callback?checkout=${checkoutId}`
  const priceRef = prices.find(price => price.interval === 'month')?.priceRef ?? ''
  const checkout = await provider.startCheckout({
    ...{ ownerId, customerRef, priceRef, trialDays, checkoutId, returnUrl, cancelUrl: returnUrl, language: 'en', key: checkoutId },
  })
  const read = async () => {
    const snapshot = await provider.readCustomer(customerRef)
    return { subscription: snapshot?.subscriptions[0], invoices: snapshot?.invoices ?? [] }
  }
  return { ...hand, customerRef, checkout, read, returnUrl }
}

test('a subscription waits for its first payment, and then begins with a full period', async () => {
  const { checkout, returnUrl, read, skip, markAll, customerRef, now } = await subscribed()
  expect(checkout).toMatchObject({ url: returnUrl })
  expect((await read()).subscription).toMatchObject({ state: 'pending', currentPeriodEnd: null })
  skip(5)
  await markAll(customerRef)
  expect((await read()).subscription).toMatchObject({
    state: 'active',
    startedAt: now(),
    currentPeriodEnd: new Date('2026-05-05T10:00:00Z'),
  })
})

test('a customer begins one subscription at a time, and a few orders a day, because each leaves an invoice', async () => {
  const { provider, customerRef, checkout, read, skip, markAll } = await subscribed()
  const { priceRef = '' } = (await read()).subscription ?? {}
  const order = (trialDays = 0, checkoutId = randomUUID()) =>
    provider.startCheckout({
      ...{ ownerId: '', customerRef, priceRef, trialDays, checkoutId, returnUrl: '', cancelUrl: '', language: 'en', key: checkoutId },
    })
  await provider.expireCheckout(checkout.checkoutRef)
  for (let more = 0; more < 9; more++) await provider.expireCheckout((await order()).checkoutRef)
  await expect(order()).rejects.toMatchObject({ kind: 'refused' })
  skip(1)
  const tries = await Promise.allSettled([order(14), order(14)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await markAll(customerRef)
  await expect(order()).rejects.toMatchObject({ kind: 'refused' })
})

test('what is not paid by the due date never was, and nobody owes it', async () => {
  const { read, pass, run, provider } = await subscribed()
  await pass(14)
  await run()
  const { subscription, invoices } = await read()
  expect(subscription).toMatchObject({ state: 'ended' })
  expect(invoices).toMatchObject([{ state: 'void' }])
  const late = provider.markPaid({ invoiceRef: invoices[0]?.ref ?? '', reference: 'late', by: null })
  await expect(late).rejects.toMatchObject({ kind: 'refused' })
})

test('a job that did not run for months catches up step by step, and running it again changes nothing', async () => {
  const { read, skip, run, markAll, customerRef } = await subscribed()
  await markAll(customerRef)
  skip(95)
  await run()
  const once = await read()
  // Everybody has the full time to pay what is invoiced late.
  expect(once.subscription).toMatchObject({ state: 'active', currentPeriodEnd: new Date('2026-07-31T10:00:00Z') })
  expect(once.invoices.map(invoice => invoice.state)).toEqual(['paid', 'open', 'open', 'open'])
  await Promise.all([run(), run(), run()])
  expect(await read()).toEqual(once)
})

test('an overdue invoice makes the subscription past due, suspended and ended, and a payment revives it until then', async () => {
  const { read, pass, markAll, customerRef } = await subscribed()
  await markAll(customerRef)
  await pass(30 + 14)
  expect((await read()).subscription).toMatchObject({ state: 'past_due', pastDueSince: new Date('2026-05-14T10:00:00Z') })
  await pass(7)
  expect((await read()).subscription).toMatchObject({ state: 'suspended', pastDueSince: new Date('2026-05-14T10:00:00Z') })
  await markAll(customerRef)
  expect((await read()).subscription).toMatchObject({ state: 'active', pastDueSince: null })
  await pass(14 + 14 + 7)
  expect((await read()).subscription).toMatchObject({ state: 'suspended' })
  await pass(14)
  const { subscription, invoices } = await read()
  expect(subscription).toMatchObject({ state: 'ended' })
  expect(invoices.at(-1)).toMatchObject({ state: 'uncollectible' })
})

test('numbers of invoices are consecutive, whoever buys at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => subscribed()))
  const rows = await db.selectFrom('hand_invoices').select('number').orderBy('number').execute()
  expect(rows.map(row => Number(row.number))).toEqual(rows.map((_, index) => index + 1))
})

test('a payment that is marked twice is the same, and another one for the same invoice is refused', async () => {
  const { provider, read } = await subscribed()
  const invoiceRef = (await read()).invoices[0]?.ref ?? ''
  await provider.markPaid({ invoiceRef, reference: 'bank 1', by: null })
  const once = await read()
  await provider.markPaid({ invoiceRef, reference: 'bank 1', by: null })
  expect(await read()).toEqual(once)
  await expect(provider.markPaid({ invoiceRef, reference: 'bank 2', by: null })).rejects.toMatchObject({ kind: 'refused' })
})

test('an invoice is a page with number, parties, lines and how to pay, and no text of theirs is markup', async () => {
  const { provider, read, markAll, customerRef } = await subscribed()
  const { ref = '', number } = (await read()).invoices[0] ?? {}
  const page = async () => new TextDecoder().decode((await provider.readInvoiceFile(ref))?.bytes)
  const open = await page()
  expect(open).toContain(`Invoice ${number}`)
  expect(open).toContain('small, one month')
  expect(open).toContain('$5.00')
  expect(open).toContain('anna@example.com')
  expect(open).toContain('Ferry &#38; Sons')
  expect(open).toContain('IBAN DE00 &#60;first&#62;')
  await markAll(customerRef)
  const paid = await page()
  expect(paid).toContain('Paid on March 31, 2026')
  expect(paid).not.toContain('IBAN')
})

test('one subscription in trouble holds up no other', async () => {
  const { deps, customerRef, skip, markAll, read } = await subscribed()
  await markAll(customerRef)
  const broken = await subscribed()
  await broken.markAll(broken.customerRef)
  const ref = (await broken.read()).subscription?.ref ?? ''
  await db.updateTable('hand_subscriptions').set({ price_ref: 'nothing' }).where('subscription_ref', '=', ref).execute()
  skip(31)
  const failed: string[] = []
  await advanceAll(deps, subscriptionRef => void failed.push(subscriptionRef))
  expect(failed).toEqual([ref])
  expect(await unpaidInvoicesOf(db, (await read()).subscription?.ref ?? '')).toHaveLength(1)
  await db.deleteFrom('hand_invoices').where('subscription_ref', '=', ref).execute()
  await db.deleteFrom('hand_subscriptions').where('subscription_ref', '=', ref).execute()
})

test('customers of others are unknown', async () => {
  const { provider } = openHand()
  expect(await provider.readCustomer('cus_1')).toBeNull()
  expect(await provider.readCustomer(handCustomerOf(randomUUID()))).toMatchObject({ subscriptions: [], invoices: [] })
})

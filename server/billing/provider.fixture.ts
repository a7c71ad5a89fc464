// The scenarios that every payment provider passes: the same for invoices by hand and for Stripe.
//
// A provider's test calls describeProvider with a function that opens a harness: the adapter, and what happens outside of it (the user on
// the payment page, the passing of time). It runs once per test, so that each has customers and a clock of its own.
//
//   describeProvider('Stripe', async () => ({
//     provider: openStripe(…the stand-in's URL…),
//     publish: plan => publishPrices(db, provider, plan),   // server/billing/plans/publish.ts, with the plan's row in `plans`
//     now: () => the clock of the provider,
//     pass: days => move that clock and wait until the provider has done what became due,
//     complete: (checkout, how) => fill in the page at checkout.url with a card that fits `how`,
//     payOpen: customerRef => pay what is open, as the user would after a failed renewal,
//   }))
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { matchPrice, type Plan } from '../../core/plans/plans.ts'
import type { PlanPrice } from './plans/prices-owners.ts'
import type { CustomerSnapshot, PaymentProvider, StartedCheckout, SubscriptionSnapshot } from './provider.ts'

/** `fails_later`: the first payment succeeds (or the trial begins), and no renewal is paid. */
export type Paying = 'pays' | 'declined' | 'fails_later'

export interface ProviderHarness {
  provider: PaymentProvider
  publish(plan: Plan): Promise<PlanPrice[]>
  now(): Date
  pass(days: number): Promise<void>
  complete(checkout: StartedCheckout, how: Paying): Promise<void>
  payOpen(customerRef: string): Promise<void>
  /** Renewals are paid without anybody doing anything. */
  chargesItself: boolean
}

const limits = { mailboxes: 3, filters: null, deliveriesPerMonth: 100, instant: true, attachments: true, retentionDays: 30, apiKeys: true }
const usd = (interval: 'month' | 'year', amount: number) => ({ interval, currency: 'usd', amount })
const planOf = (id: string, month: number, year: number): Plan => ({
  ...{ id, version: 1, names: { en: id }, limits, trialDays: 14 },
  prices: [usd('month', month), usd('year', year)],
})
export const contractPlans = { small: planOf('small', 500, 5000), large: planOf('large', 2000, 20_000) }

/** Of a provider where somebody, such as a bank, can refuse a payment. */
export function testDeclines(openHarness: () => Promise<ProviderHarness>): void {
  test('a declined payment grants nothing and says so', async () => {
    const { harness, begin } = await open(openHarness)
    const { customerRef, checkout } = await begin('small')
    await harness.complete(checkout, 'declined')
    expect(await harness.provider.readCheckout(checkout.checkoutRef)).toMatchObject({ state: 'open', isDeclined: true })
    const snapshot = await harness.provider.readCustomer(customerRef)
    expect((snapshot?.subscriptions ?? []).filter(({ state }) => state === 'active')).toEqual([])
  })
}

export function describeProvider(name: string, openHarness: () => Promise<ProviderHarness>): void {
  describe(`${name} as a payment provider`, () => {
    test('a paid checkout begins a subscription, and reading it back is complete', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef, ownerId } = await subscribe('small')
      const { subscription, snapshot } = await read(customerRef)
      expect(subscription).toMatchObject({ state: 'active', cancelsAt: null, endedAt: null, pastDueSince: null, nextChange: null })
      expect(snapshot).toMatchObject({ customerRef, ownerId })
      expect(snapshot.invoices).toMatchObject([
        { state: 'paid', currency: 'usd', total: 500, subtotal: 500, paid: 500, refunded: 0, isDisputed: false, hasFile: true },
      ])
      expect(snapshot.invoices[0]?.number).toBeTruthy()
      expect(subscription.currentPeriodEnd?.getTime()).toBeGreaterThan(harness.now().getTime() + 27 * 86_400_000)
      const customers: string[] = []
      for await (const one of harness.provider.listCustomers()) customers.push(one)
      expect(customers).toContain(customerRef)
      const file = await harness.provider.readInvoiceFile(snapshot.invoices[0]?.ref ?? '')
      expect(file?.bytes.length).toBeGreaterThan(0)
    })

    test('a checkout that was never paid grants nothing, and can be ended', async () => {
      const { harness, begin } = await open(openHarness)
      const { customerRef, checkout } = await begin('small')
      const before = await harness.provider.readCustomer(customerRef)
      expect((before?.subscriptions ?? []).filter(({ state }) => state !== 'pending')).toEqual([])
      await harness.provider.expireCheckout(checkout.checkoutRef)
      await harness.provider.expireCheckout(checkout.checkoutRef)
      expect(await harness.provider.readCheckout(checkout.checkoutRef)).toMatchObject({ state: 'expired' })
      const after = await harness.provider.readCustomer(customerRef)
      expect((after?.subscriptions ?? []).filter(({ state }) => state !== 'ended')).toEqual([])
    })

    test('the same request for a customer, a checkout or prices has one effect', async () => {
      const { harness, begin, ownerId } = await open(openHarness)
      const { customerRef, request, checkout } = await begin('small')
      expect(await harness.provider.createCustomer({ ownerId, email: 'anna@example.com', language: 'en' })).toBe(customerRef)
      expect(await harness.provider.startCheckout(request)).toMatchObject({ checkoutRef: checkout.checkoutRef, url: checkout.url })
      const refs = (plan: Plan) => harness.provider.publishPrices(plan).then(prices => prices.map(price => price.priceRef).toSorted())
      expect(await refs(contractPlans.small)).toEqual(await refs(contractPlans.small))
    })

    test('a trial costs nothing, and the first payment follows it', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small', { trialDays: 14 })
      const { subscription, snapshot } = await read(customerRef)
      expect(subscription).toMatchObject({ state: 'trialing' })
      expect(days(harness.now(), subscription.trialEndsAt)).toBeCloseTo(14, 0)
      expect(snapshot.invoices.reduce((sum, invoice) => sum + invoice.total, 0)).toBe(0)
      await harness.pass(15)
      await harness.payOpen(customerRef)
      const after = await read(customerRef)
      expect(after.subscription).toMatchObject({ state: 'active', pastDueSince: null })
      expect(after.snapshot.invoices.filter(({ total, state }) => total === 500 && state === 'paid')).toHaveLength(1)
    })

    test('a trial can be made longer: nothing is charged before its new end, and the first payment follows that', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small', { trialDays: 14 })
      const { subscription } = await read(customerRef)
      const until = new Date((subscription.trialEndsAt?.getTime() ?? 0) + 10 * 86_400_000)
      await harness.provider.extendTrial({ subscriptionRef: subscription.ref, until, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'trialing', trialEndsAt: until, currentPeriodEnd: until })
      await harness.pass(16)
      const during = await read(customerRef)
      expect(during.subscription).toMatchObject({ state: 'trialing' })
      expect(during.snapshot.invoices.reduce((sum, invoice) => sum + invoice.total, 0)).toBe(0)
      await harness.pass(9)
      await harness.payOpen(customerRef)
      const after = await read(customerRef)
      expect(after.subscription).toMatchObject({ state: 'active' })
      expect(after.snapshot.invoices.filter(({ total, state }) => total === 500 && state === 'paid')).toHaveLength(1)
      const late = harness.provider.extendTrial({ subscriptionRef: subscription.ref, until, key: randomUUID() })
      await expect(late).rejects.toMatchObject({ kind: 'refused' })
    })

    test('during a trial a change of plan is immediate and free', async () => {
      const { harness, subscribe, read, priceOf } = await open(openHarness)
      const { customerRef } = await subscribe('small', { trialDays: 14 })
      const change = {
        subscriptionRef: (await read(customerRef)).subscription.ref,
        priceRef: priceOf('large'),
        prorationAt: second(harness),
      }
      expect(await harness.provider.previewChange(change)).toMatchObject({ due: 0, next: { amount: 2000 } })
      expect(await harness.provider.changeNow({ ...change, key: randomUUID() })).toEqual({ kind: 'done' })
      const { subscription, snapshot } = await read(customerRef)
      expect(subscription).toMatchObject({ state: 'trialing', priceRef: priceOf('large') })
      expect(snapshot.invoices.reduce((sum, invoice) => sum + invoice.total, 0)).toBe(0)
    })

    test('an upgrade applies at once, and its invoice equals the preview', async () => {
      const { harness, subscribe, read, priceOf } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      await harness.pass(10)
      const before = await read(customerRef)
      const change = { subscriptionRef: before.subscription.ref, priceRef: priceOf('large'), prorationAt: second(harness) }
      const preview = await harness.provider.previewChange(change)
      expect(preview.due).toBe(preview.lines.reduce((sum, line) => sum + line.amount, 0))
      expect(preview.due).toBeGreaterThan(0)
      const key = randomUUID()
      expect(await harness.provider.changeNow({ ...change, key })).toEqual({ kind: 'done' })
      expect(await harness.provider.changeNow({ ...change, key })).toEqual({ kind: 'done' })
      const { subscription, snapshot } = await read(customerRef)
      expect(subscription).toMatchObject({ priceRef: priceOf('large'), state: 'active' })
      expect(subscription.currentPeriodEnd).toEqual(before.subscription.currentPeriodEnd)
      const known = new Set(before.snapshot.invoices.map(invoice => invoice.ref))
      expect(snapshot.invoices.filter(invoice => !known.has(invoice.ref)).map(invoice => invoice.total)).toEqual([preview.due])
    })

    test('from months to years a new period begins with the change', async () => {
      const { harness, subscribe, read, priceOf } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      await harness.pass(10)
      const { subscription } = await read(customerRef)
      const change = { subscriptionRef: subscription.ref, priceRef: priceOf('small', 'year'), prorationAt: second(harness) }
      const preview = await harness.provider.previewChange(change)
      expect(preview.lines.map(line => line.kind)).toEqual(expect.arrayContaining(['unused', 'full']))
      await harness.provider.changeNow({ ...change, key: randomUUID() })
      const after = await read(customerRef)
      expect(days(harness.now(), after.subscription.currentPeriodEnd)).toBeCloseTo(365, -1)
      expect(Math.max(...after.snapshot.invoices.map(invoice => invoice.total))).toBe(preview.due)
    })

    test('a downgrade is announced and applies at the end of the period, unless it is taken back', async () => {
      const { harness, subscribe, read, priceOf } = await open(openHarness)
      const { customerRef } = await subscribe('large')
      const { subscription } = await read(customerRef)
      const request = { subscriptionRef: subscription.ref }
      await harness.provider.changeAtPeriodEnd({ ...request, priceRef: priceOf('small'), key: randomUUID() })
      const announced = await read(customerRef)
      expect(announced.subscription).toMatchObject({ priceRef: priceOf('large'), nextChange: { priceRef: priceOf('small') } })
      expect(announced.subscription.nextChange?.at).toEqual(subscription.currentPeriodEnd)
      await harness.provider.keepPlan({ ...request, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ priceRef: priceOf('large'), nextChange: null })
      await harness.provider.changeAtPeriodEnd({ ...request, priceRef: priceOf('small'), key: randomUUID() })
      await harness.pass(32)
      await harness.payOpen(customerRef)
      const after = await read(customerRef)
      expect(after.subscription).toMatchObject({ state: 'active', priceRef: priceOf('small'), nextChange: null })
      expect(after.snapshot.invoices.map(invoice => invoice.total).toSorted()).toEqual([2000, 500].toSorted())
    })

    test('a cancelled subscription runs to the end of its period, unless it is resumed before', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      const { subscription } = await read(customerRef)
      const request = { subscriptionRef: subscription.ref }
      await harness.provider.cancelAtPeriodEnd({ ...request, key: randomUUID() })
      await harness.provider.cancelAtPeriodEnd({ ...request, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'active', cancelsAt: subscription.currentPeriodEnd })
      await harness.provider.resume({ ...request, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'active', cancelsAt: null })
      await harness.provider.cancelAtPeriodEnd({ ...request, key: randomUUID() })
      await harness.pass(32)
      const after = await read(customerRef)
      expect(after.subscription).toMatchObject({ state: 'ended' })
      expect(after.subscription.endedAt).not.toBeNull()
      expect(after.snapshot.invoices).toHaveLength(1)
    })

    test('who leaves is charged nothing more', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      const { subscription } = await read(customerRef)
      await harness.provider.cancelNow({ subscriptionRef: subscription.ref, key: randomUUID() })
      await harness.provider.cancelNow({ subscriptionRef: subscription.ref, key: randomUUID() })
      await harness.pass(40)
      const after = await read(customerRef)
      expect(after.subscription).toMatchObject({ state: 'ended' })
      expect(after.snapshot.invoices).toHaveLength(1)
    })

    test('a paused subscription costs nothing and goes on when it is taken up again', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      const { subscription } = await read(customerRef)
      const request = { subscriptionRef: subscription.ref }
      await harness.provider.pause({ ...request, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'paused' })
      await harness.pass(40)
      const paused = await read(customerRef)
      expect(paused.subscription).toMatchObject({ state: 'paused' })
      expect(paused.snapshot.invoices.reduce((sum, invoice) => sum + invoice.paid, 0)).toBe(500)
      await harness.provider.unpause({ ...request, key: randomUUID() })
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'active' })
    })

    test('a renewal is paid, period after period', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      for (let month = 0; month < 3; month++) {
        await harness.pass(31)
        await harness.payOpen(customerRef)
      }
      const { subscription, snapshot } = await read(customerRef)
      expect(subscription).toMatchObject({ state: 'active', pastDueSince: null })
      expect(subscription.currentPeriodEnd?.getTime()).toBeGreaterThan(harness.now().getTime())
      expect(snapshot.invoices.filter(({ state }) => state === 'paid')).toHaveLength(4)
    })

    test('a renewal that is not paid is past due, and recovers with the payment', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small', { how: 'fails_later' })
      await harness.pass(31)
      if (!harness.chargesItself) await harness.pass(15)
      const missing = await read(customerRef)
      expect(missing.subscription).toMatchObject({ state: 'past_due' })
      expect(missing.subscription.pastDueSince).not.toBeNull()
      expect(missing.snapshot.invoices.filter(({ state }) => state === 'open')).toHaveLength(1)
      await harness.payOpen(customerRef)
      expect((await read(customerRef)).subscription).toMatchObject({ state: 'active', pastDueSince: null })
    })

    test('a subscription that is never paid again grants nothing in the end', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small', { how: 'fails_later' })
      await harness.pass(31)
      await harness.pass(30)
      const { subscription } = await read(customerRef)
      expect(['suspended', 'ended']).toContain(subscription.state)
    })

    test('a refund is recorded once per request, and never exceeds what was paid', async () => {
      const { harness, subscribe, read } = await open(openHarness)
      const { customerRef } = await subscribe('small')
      const { snapshot } = await read(customerRef)
      const refund = { invoiceRef: snapshot.invoices[0]?.ref ?? '', amount: { amount: 200, currency: 'usd' }, reason: 'A gift' }
      const key = randomUUID()
      await harness.provider.refund({ ...refund, key })
      await harness.provider.refund({ ...refund, key })
      expect((await read(customerRef)).snapshot.invoices).toMatchObject([{ state: 'paid', paid: 500, refunded: 200 }])
      const tooMuch = harness.provider.refund({ ...refund, amount: { amount: 301, currency: 'usd' }, key: randomUUID() })
      await expect(tooMuch).rejects.toMatchObject({ kind: 'refused' })
      await harness.provider.refund({ ...refund, key: randomUUID() })
      expect((await read(customerRef)).snapshot.invoices).toMatchObject([{ paid: 500, refunded: 400 }])
    })

    test('a customer, checkout or subscription that nobody knows is missing', async () => {
      const { harness, priceOf } = await open(openHarness)
      expect(await harness.provider.readCustomer('nobody')).toBeNull()
      const missing = { kind: 'missing' }
      await expect(harness.provider.readCheckout('nothing')).rejects.toMatchObject(missing)
      await expect(harness.provider.cancelAtPeriodEnd({ subscriptionRef: 'nothing', key: randomUUID() })).rejects.toMatchObject(missing)
      const change = { subscriptionRef: 'nothing', priceRef: priceOf('small'), prorationAt: second(harness) }
      await expect(harness.provider.previewChange(change)).rejects.toMatchObject(missing)
      expect(await harness.provider.readInvoiceFile('nothing')).toBeNull()
    })
  })
}

type PlanName = keyof typeof contractPlans

async function open(openHarness: () => Promise<ProviderHarness>) {
  const harness = await openHarness()
  const { provider } = harness
  const ownerId = randomUUID()
  const published = { small: await harness.publish(contractPlans.small), large: await harness.publish(contractPlans.large) }
  const priceOf = (plan: PlanName, interval: 'month' | 'year' = 'month') => matchPrice(published[plan], interval, 'usd')?.priceRef ?? ''

  const begin = async (plan: PlanName, trialDays = 0) => {
    const customerRef = await provider.createCustomer({ ownerId, email: 'anna@example.com', language: 'en' })
    const checkoutId = randomUUID()
    const request = {
      ...{ ownerId, customerRef, trialDays, checkoutId, priceRef: priceOf(plan), language: 'en', key: `checkout:${ownerId}:${checkoutId}` },
      ...{ returnUrl: `https://mailferry.example/payment-callback?checkout=${checkoutId}`, cancelUrl: 'https://mailferry.example/pricing' },
    }
    return { customerRef, request, checkout: await provider.startCheckout(request) }
  }

  const subscribe = async (plan: PlanName, { trialDays = 0, how = 'pays' }: { trialDays?: number; how?: Paying } = {}) => {
    const { customerRef, checkout } = await begin(plan, trialDays)
    await harness.complete(checkout, how)
    return { customerRef, ownerId }
  }

  const read = async (customerRef: string): Promise<{ snapshot: CustomerSnapshot; subscription: SubscriptionSnapshot }> => {
    const snapshot = await provider.readCustomer(customerRef)
    const subscription = snapshot?.subscriptions[0]
    if (!snapshot || !subscription) throw new Error('There is no subscription.')
    expect(snapshot.subscriptions).toHaveLength(1)
    return { snapshot, subscription }
  }

  return { harness, ownerId, priceOf, begin, subscribe, read }
}

const days = (from: Date, to: Date | null): number => ((to?.getTime() ?? 0) - from.getTime()) / 86_400_000
const second = ({ now }: ProviderHarness): Date => new Date(Math.floor(now().getTime() / 1000) * 1000)

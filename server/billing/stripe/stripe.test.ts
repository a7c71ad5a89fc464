// Tests Stripe as a payment provider against the stand-in: every scenario of the contract, and what only Stripe does.
import { afterEach, expect, test } from 'vitest'
import type { Plan } from '../../../core/plans/plans.ts'
import { openSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import type { StripeSettings } from '../../../sandbox/stripe/settings.ts'
import { type StripeStandIn, startStripe } from '../../../sandbox/stripe/start.ts'
import { callSim, stripeClient } from '../../../sandbox/stripe/stripe.fixture.ts'
import { payByCard, submit, visit } from '../../../sandbox/stripe/visitor.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { openOutside } from '../../foundation/outside.ts'
import type { ProviderEvent } from '../events/queue.ts'
import { publishPlan } from '../plans/owners.ts'
import { publishPrices } from '../plans/publish.ts'
import { contractPlans, describeProvider, type Paying, type ProviderHarness, testDeclines } from '../provider.fixture.ts'
import type { StartedCheckout } from '../provider.ts'
import { openStripe, type StripeProvider } from './open.ts'
import { refOf } from './refs.ts'

const { db } = await testDatabase()
const day = 86_400_000
const opened: { standIn: StripeStandIn; clock: SandboxClock }[] = []

afterEach(async () => {
  for (const { standIn, clock } of opened.splice(0)) {
    await standIn.stop()
    clock.stop()
  }
})

async function openBilling(settings: Partial<StripeSettings> = {}, tax = false) {
  const clock = openSandboxClock()
  const standIn = await startStripe({ port: 0, webhookUrl: null, clock, settings })
  opened.push({ standIn, clock })
  const outside = openOutside({ allow: [], loopback: true })
  const stripe = { url: standIn.url, secretKey: 'sk_test_sandbox', webhookSecrets: [], tax, timeoutMs: 5000 }
  return { clock, standIn, provider: openStripe({ outside, stripe, publicUrl: 'https://mailferry.example' }) }
}

const cards: Record<Paying, string> = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  // Accepted, but every later charge fails.
  fails_later: '4000 0000 0000 0341',
}

/** Fills in the payment page; a trial asks for no card, and one that fails later is only given afterwards. */
async function pay(standIn: StripeStandIn, { url, checkoutRef }: StartedCheckout, how: Paying): Promise<void> {
  const hasCardField = (await visit(url)).text.includes('name="card"')
  const given = hasCardField ? { card: cards[how === 'declined' ? how : 'pays'] } : { card: null, email: 'anna@example.com' }
  await payByCard(url, given)
  if (how === 'declined' || (hasCardField && how === 'pays')) return
  const client = stripeClient(standIn.url)
  const { customer, subscription } = await client.checkout.sessions.retrieve(checkoutRef)
  const card = { number: cards[how], exp_month: 12, exp_year: 2034, cvc: '123' }
  const { id } = await client.paymentMethods.create({ type: 'card', card })
  await client.paymentMethods.attach(id, { customer: refOf(customer) ?? '' })
  await client.subscriptions.update(refOf(subscription) ?? '', { default_payment_method: id })
}

async function openHarness(): Promise<ProviderHarness> {
  const { clock, standIn, provider } = await openBilling()
  return {
    provider,
    async publish(plan) {
      // Each stand-in has prices of its own.
      await db.deleteFrom('plan_prices').where('plan_id', '=', plan.id).execute()
      const published = await publishPlan(db, plan, true, null, new Date(clock.now()))
      return publishPrices(db, provider, published.plan)
    },
    now: () => new Date(clock.now()),
    pass: async days => clock.advance(days * day),
    complete: (checkout, how) => pay(standIn, checkout, how),
    async payOpen(customerRef) {
      const snapshot = await provider.readCustomer(customerRef)
      for (const { payUrl } of snapshot?.invoices ?? []) if (payUrl !== null) await payByCard(payUrl)
    },
    chargesItself: true,
  }
}

describeProvider('Stripe', openHarness)
testDeclines(openHarness)

async function subscribe(given: Partial<StripeSettings> & { tax?: boolean; card?: string; code?: string; trialDays?: number } = {}) {
  const { tax = false, card, code, trialDays = 0, ...settings } = given
  const { clock, standIn, provider } = await openBilling(settings, tax)
  const client = stripeClient(standIn.url)
  if (code !== undefined) {
    const coupon = await client.coupons.create({ percent_off: 50, duration: 'forever' })
    await client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
  }
  const prices = { small: await priceOf(provider, contractPlans.small), large: await priceOf(provider, contractPlans.large) }
  const ownerId = crypto.randomUUID()
  const customerRef = await provider.createCustomer({ ownerId, email: 'anna@example.com', language: 'es' })
  const checkout = await provider.startCheckout({
    ...{ ownerId, customerRef, priceRef: prices.small, trialDays, checkoutId: crypto.randomUUID(), language: 'es', key: 'checkout:1' },
    ...{ returnUrl: 'https://mailferry.example/payment-callback', cancelUrl: 'https://mailferry.example/pricing' },
  })
  if (trialDays > 0) await payByCard(checkout.url, { card: null, email: 'anna@example.com' })
  else await payByCard(checkout.url, { card: card ?? cards.pays, ...(code !== undefined && { code }) })
  const read = async () => {
    const snapshot = await provider.readCustomer(customerRef)
    const subscription = snapshot?.subscriptions[0]
    if (!snapshot || !subscription) throw new Error('There is no subscription.')
    return { ...snapshot, subscription }
  }
  const giveCard = async (number: string) => {
    const { id } = await client.paymentMethods.create({ type: 'card', card: { number, exp_month: 12, exp_year: 2034, cvc: '123' } })
    await client.paymentMethods.attach(id, { customer: customerRef })
    await client.subscriptions.update((await read()).subscription.ref, { default_payment_method: id })
  }
  const now = () => new Date(Math.floor(clock.now() / 1000) * 1000)
  const upgrade = async (key = crypto.randomUUID()) => {
    const change = { subscriptionRef: (await read()).subscription.ref, priceRef: prices.large, prorationAt: now() }
    return { preview: await provider.previewChange(change), result: await provider.changeNow({ ...change, key }) }
  }
  return { clock, standIn, provider, client, prices, ownerId, customerRef, checkout, read, giveCard, upgrade, now }
}

async function priceOf(provider: StripeProvider, plan: Plan): Promise<string> {
  const published = await provider.publishPrices(plan)
  return published.find(({ interval }) => interval === 'month')?.priceRef ?? ''
}

test('an upgrade that the bank wants confirmed applies once that is done, and not before', async () => {
  const { read, giveCard, upgrade, prices } = await subscribe()
  await giveCard('4000 0027 6000 3184')
  const { result } = await upgrade()
  if (result.kind !== 'confirm') throw new Error(`It is ${result.kind}.`)
  expect((await read()).subscription).toMatchObject({ state: 'active', priceRef: prices.small, pastDueSince: null })
  const bank = /href="(\/3ds\/[^"]+)"/.exec((await visit(result.url)).text)?.[1] ?? ''
  await submit(await visit(new URL(bank, result.url).href), { outcome: 'complete' })
  expect((await read()).subscription).toMatchObject({ state: 'active', priceRef: prices.large })
})

test('an upgrade whose card is declined changes nothing, and is not retried days later', async () => {
  const { clock, read, giveCard, upgrade, prices } = await subscribe()
  await giveCard('4000 0000 0000 0341')
  const before = await read()
  const key = crypto.randomUUID()
  expect((await upgrade(key)).result).toEqual({ kind: 'declined' })
  const after = await read()
  expect(after.subscription).toMatchObject({ state: 'active', priceRef: prices.small, pastDueSince: null })
  expect(after.invoices.filter(({ state }) => state === 'open')).toEqual([])
  await giveCard('4242 4242 4242 4242')
  clock.advance(5 * day)
  expect((await read()).subscription).toMatchObject({ priceRef: prices.small, currentPeriodEnd: before.subscription.currentPeriodEnd })
})

test('a preview with a coupon and tax sums up to the invoice that follows', async () => {
  const { clock, read, upgrade } = await subscribe({ taxPercent: 20, tax: true, code: 'HALF' })
  expect((await read()).invoices).toMatchObject([{ subtotal: 500, tax: 50, total: 300, paid: 300 }])
  clock.advance(10 * day)
  const known = new Set((await read()).invoices.map(({ ref }) => ref))
  const { preview, result } = await upgrade()
  expect(result).toEqual({ kind: 'done' })
  expect(preview.lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['unused', 'remaining', 'tax']))
  expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.due)
  expect((await read()).invoices.filter(({ ref }) => !known.has(ref))).toMatchObject([{ total: preview.due, state: 'paid' }])
  expect(preview.next.amount).toBe(1200)
})

test('a scheduled downgrade keeps its coupon, and gives way to an upgrade and to a cancellation', async () => {
  const { provider, read, prices, upgrade } = await subscribe({ code: 'HALF' })
  await upgrade()
  const request = { subscriptionRef: (await read()).subscription.ref }
  const announce = () => provider.changeAtPeriodEnd({ ...request, priceRef: prices.small, key: crypto.randomUUID() })
  await announce()
  await announce()
  expect((await read()).subscription.nextChange).toMatchObject({ priceRef: prices.small })
  await provider.cancelAtPeriodEnd({ ...request, key: crypto.randomUUID() })
  expect((await read()).subscription).toMatchObject({ nextChange: null, cancelsAt: expect.any(Date) })
  // A smaller plan for the next period takes a cancellation back.
  await announce()
  expect((await read()).subscription).toMatchObject({ cancelsAt: null, nextChange: { priceRef: prices.small } })
})

test('a trial without a card ends the subscription, and nothing was charged', async () => {
  const { clock, read } = await subscribe({ trialDays: 14 })
  expect((await read()).subscription).toMatchObject({ state: 'trialing' })
  clock.advance(15 * day)
  const { subscription, invoices } = await read()
  expect(subscription).toMatchObject({ state: 'ended', endedAt: expect.any(Date) })
  expect(invoices.reduce((sum, { paid }) => sum + paid, 0)).toBe(0)
})

test('a pause for the moment of the renewal makes no period free, and one within a period costs nothing', async () => {
  const { clock, provider, read, now } = await subscribe()
  clock.freeze(true)
  const paid = async () => (await read()).invoices.reduce((sum, invoice) => sum + invoice.paid, 0)
  const pause = async (days: number) => {
    const request = { subscriptionRef: (await read()).subscription.ref }
    await provider.pause({ ...request, key: crypto.randomUUID() })
    clock.advance(days * day)
    // An answer that was lost is asked for again.
    const again = { ...request, key: crypto.randomUUID() }
    await provider.unpause(again)
    await provider.unpause(again)
    return (await read()).subscription
  }
  expect(await pause(1)).toMatchObject({ state: 'active' })
  expect(await paid()).toBe(500)
  clock.advance(28 * day)
  const resumed = await pause(4)
  expect(resumed).toMatchObject({ state: 'active', currentPeriodStart: now() })
  expect(await paid()).toBe(1000)
  expect(await pause(1)).toMatchObject({ state: 'active', currentPeriodEnd: resumed.currentPeriodEnd })
  expect(await paid()).toBe(1000)
  clock.advance(31 * day)
  expect(await paid()).toBe(1500)
})

test('who takes up a paused subscription with a card that fails owes the new period', async () => {
  const { clock, provider, read, giveCard } = await subscribe()
  const request = { subscriptionRef: (await read()).subscription.ref }
  await provider.pause({ ...request, key: crypto.randomUUID() })
  clock.advance(40 * day)
  await giveCard('4000 0000 0000 0341')
  await provider.unpause({ ...request, key: crypto.randomUUID() })
  const { subscription, invoices } = await read()
  expect(subscription).toMatchObject({ state: 'past_due', pastDueSince: expect.any(Date) })
  // Staff see why, and when the next attempt is.
  const unpaid = invoices.find(({ state }) => state === 'open')
  expect(unpaid).toMatchObject({ declineCode: 'generic_decline', nextAttemptAt: expect.any(Date) })
  expect(invoices.filter(({ state }) => state === 'paid')).toMatchObject([{ declineCode: null, nextAttemptAt: null }])
})

test('a disputed payment shows on its invoice', async () => {
  const { standIn, provider, customerRef, now, read } = await subscribe()
  const [invoice] = (await read()).invoices
  expect(invoice).toMatchObject({ isDisputed: false, paid: 500 })
  await callSim(standIn.url, 'disputes', { invoice: invoice?.ref })
  expect((await read()).invoices).toMatchObject([{ ref: invoice?.ref, isDisputed: true }])
  // Its event names the charge alone.
  const events: ProviderEvent[] = []
  for await (const event of provider.listEvents(new Date(now().getTime() - day))) events.push(event)
  const about = events.find(({ kind }) => kind === 'charge.dispute.created')?.customerRef ?? ''
  expect(about).toMatch(/^ch_/)
  expect(await provider.customerOf(about)).toBe(customerRef)
  expect(await provider.customerOf(customerRef)).toBe(customerRef)
  expect(await provider.customerOf('ch_unknown')).toBeNull()
})

test('the inspection finds the webhook, and what is wrong with it', async () => {
  const { provider, client } = await subscribe()
  const url = 'https://mailferry.example/webhooks/stripe'
  expect(await provider.inspect(url)).toMatchObject({ webhook: 'missing', at: expect.any(Date) })
  const endpoint = await client.webhookEndpoints.create({ url, enabled_events: ['invoice.paid', 'charge.refunded'] })
  const found = await provider.inspect(url)
  expect(found.webhook).toBe('incomplete')
  expect(found.missingEvents).toContain('customer.subscription.updated')
  expect(found.missingEvents).not.toContain('invoice.paid')
  await client.webhookEndpoints.update(endpoint.id, { enabled_events: ['*'] })
  expect(await provider.inspect(url)).toMatchObject({ webhook: 'ok', missingEvents: [] })
  await client.webhookEndpoints.update(endpoint.id, { disabled: true })
  expect(await provider.inspect(url)).toMatchObject({ webhook: 'disabled' })
})

test('the portal opens, always with the same configuration', async () => {
  const { provider, client, customerRef } = await subscribe()
  const portal = { customerRef, returnUrl: 'https://mailferry.example/subscription', language: 'ar' }
  expect((await provider.openPortal(portal)).url).toMatch(/^http/)
  expect((await provider.openPortal(portal)).url).toMatch(/^http/)
  expect((await client.billingPortal.configurations.list()).data).toHaveLength(1)
})

test('prices are found again after a restart, and replaced when their amount differs', async () => {
  const { provider, client } = await subscribe()
  const refs = async (plan: Plan) => (await provider.publishPrices(plan)).map(({ priceRef }) => priceRef).toSorted()
  const before = await refs(contractPlans.small)
  expect(await refs(contractPlans.small)).toEqual(before)
  const dearer = { ...contractPlans.small, prices: contractPlans.small.prices.map(price => ({ ...price, amount: price.amount + 1 })) }
  expect((await refs(dearer)).filter(ref => before.includes(ref))).toEqual([])
  expect((await client.products.list({ limit: 100 })).data.map(({ id }) => id).toSorted()).toEqual(['mailferry_large', 'mailferry_small'])
})

test('a currency that Stripe counts in other units than we do is refused, because it would charge another amount', async () => {
  const { provider } = await openBilling()
  const publish = (currency: string) =>
    provider.publishPrices({ ...contractPlans.small, id: `in_${currency}`, prices: [{ interval: 'month', currency, amount: 500 }] })
  for (const currency of ['isk', 'ugx', 'huf', 'cop', 'idr']) await expect(publish(currency)).rejects.toMatchObject({ kind: 'refused' })
  for (const currency of ['jpy', 'kwd', 'eur']) await expect(publish(currency)).resolves.toMatchObject([{ currency, amount: 500 }])
})

test('events of the list name the customer that has to be read', async () => {
  const { provider, customerRef, now } = await subscribe()
  const events: ProviderEvent[] = []
  for await (const event of provider.listEvents(new Date(now().getTime() - day))) events.push(event)
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['checkout.session.completed', 'invoice.paid', 'customer.created']))
  expect(new Set(events.filter(({ kind }) => /^(invoice\.|customer|checkout)/.test(kind)).map(event => event.customerRef))).toEqual(
    new Set([customerRef]),
  )
  expect(events.length).toBe(new Set(events.map(({ eventId }) => eventId)).size)
})

test('a customer that was deleted at Stripe has ended subscriptions, and invoices still', async () => {
  const { client, customerRef, read } = await subscribe()
  await client.customers.del(customerRef)
  const { subscription, invoices, ownerId } = await read()
  expect(subscription).toMatchObject({ state: 'ended' })
  expect(invoices).toHaveLength(1)
  expect(ownerId).toBeNull()
})

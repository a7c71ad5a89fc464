// Tests changes of subscriptions: previews equal to invoices, prorations, pending updates, schedules, coupons, tax, and usage.
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandboxClock, type SandboxClock } from '../../clock.ts'
import { moneyOf } from '../money.ts'
import { idOrNull } from '../objects/ref.ts'
import { type StripeStandIn, startStripe } from '../start.ts'
import { prepareSale, stripeClient } from '../stripe.fixture.ts'
import { completeCheckout, confirmPayment, payInvoice, portalUpdateCard } from './hosted.ts'

const day = 86_400_000
let clock: SandboxClock
let standIn: StripeStandIn
let stripe: Stripe
let small: Stripe.Price
let customer: Stripe.Customer

beforeEach(async () => {
  clock = openSandboxClock(Date.UTC(2027, 0, 10) - Date.now())
  standIn = await startStripe({ port: 0, webhookUrl: null, clock, settings: { draftSeconds: 0 } })
  stripe = stripeClient(standIn.url)
  const sale = await prepareSale(stripe)
  small = sale.price
  customer = await stripe.customers.create({ payment_method: 'pm_card_visa' })
  const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data
  customer = await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method?.id ?? '' } })
})

afterEach(async () => {
  await standIn.stop()
  clock.stop()
})

const addPrice = (unit_amount: number, interval: 'month' | 'year' = 'month') =>
  stripe.prices.create({ currency: 'usd', unit_amount, recurring: { interval }, product_data: { name: `Plan ${unit_amount}` } })
const subscribe = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }], ...more })
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.id ?? ''
const now = () => Math.floor(clock.now() / 1000)
const shown = (invoice: Stripe.Invoice) => ({
  lines: invoice.lines.data.map(({ amount, period, pricing }) => [amount, period.end, pricing?.price_details?.price]),
  total: invoice.total,
  due: invoice.amount_due,
})

test.each([
  [2900, 'month', 13.37],
  [2901, 'month', 0.01],
  [29_000, 'year', 20],
  [300, 'month', 5],
] as const)('a preview of a change to %i per %s after %d days equals its invoice to the cent', async (amount, interval, days) => {
  const target = await addPrice(amount, interval)
  const subscription = await subscribe()
  clock.advance(days * day)
  const items = [{ id: itemOf(subscription), price: target.id }]
  const proration_date = now()
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: 'always_invoice', proration_date },
  })
  clock.advance(90_000)
  const changed = await stripe.subscriptions.update(subscription.id, {
    items,
    proration_behavior: 'always_invoice',
    proration_date,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  })
  const invoice = changed.latest_invoice
  if (invoice === null || typeof invoice === 'string') throw new Error('not expanded')
  const { total, due } = shown(preview)
  expect({ total: invoice.total, due: invoice.amount_due, amounts: invoice.lines.data.map(one => one.amount) }).toEqual({
    total,
    due,
    amounts: preview.lines.data.map(one => one.amount),
  })
  expect(invoice.status).toBe('paid')
  expect(changed).toMatchObject({ pending_update: null, items: { data: [{ price: { id: target.id } }] } })
  expect(moneyOf(standIn.world).total).toEqual({ usd: 900 + Math.max(0, total) })
})

test('changing back and forth within a second costs nothing', async () => {
  const target = await addPrice(2999)
  const subscription = await subscribe()
  clock.advance(10.3 * day)
  const change = { proration_behavior: 'always_invoice', proration_date: now() } as const
  await stripe.subscriptions.update(subscription.id, { ...change, items: [{ id: itemOf(subscription), price: target.id }] })
  await stripe.subscriptions.update(subscription.id, { ...change, items: [{ id: itemOf(subscription), price: small.id }] })
  const { balance } = await stripe.customers.retrieve(customer.id).then(one => (one.deleted ? { balance: 0 } : one))
  expect((moneyOf(standIn.world).total['usd'] ?? 0) + balance).toBe(900)
})

test('without an invoice at once, prorations wait for the renewal, whose preview has them', async () => {
  const target = await addPrice(2900)
  const subscription = await subscribe()
  clock.advance(15 * day)
  await stripe.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription), price: target.id }] })
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
  expect(preview.lines.data).toHaveLength(3)
  clock.advance(17 * day)
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
  if (!invoice) throw new Error('no invoice')
  expect(shown(invoice)).toEqual(shown(preview))
  expect(invoice.billing_reason).toBe('subscription_cycle')
})

test('a change that its payment has to confirm is pending, applies when paid, and expires otherwise', async () => {
  const target = await addPrice(2900)
  const subscription = await subscribe()
  const card = portalUpdateCard(standIn.world, customer.id, { number: '4000002760003184' })
  if (card.kind === 'confirm') confirmPayment(standIn.world, card.intent, 'complete')
  const change = () =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), price: target.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
  const pending = await change()
  expect(pending).toMatchObject({ status: 'active', items: { data: [{ price: { id: small.id } }] } })
  expect(pending.pending_update).not.toBeNull()
  clock.advance(day)
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: small.id } }] },
  })
  const again = await change()
  const paid = payInvoice(standIn.world, idOrNull(again.latest_invoice) ?? '', null)
  expect(paid.kind).toBe('confirm')
  if (paid.kind === 'confirm') expect(confirmPayment(standIn.world, paid.intent, 'complete').kind).toBe('done')
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: target.id } }] },
  })
  const types = standIn.world.state.events.map(event => event.type)
  expect(types).toContain('customer.subscription.pending_update_expired')
  expect(types).toContain('customer.subscription.pending_update_applied')
})

test('error_if_incomplete answers 402 and changes nothing', async () => {
  const target = await addPrice(2900)
  const subscription = await subscribe()
  portalUpdateCard(standIn.world, customer.id, { number: '4000000000000341' })
  const change = stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription), price: target.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
  await expect(change).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
})

test('a schedule changes the price at the end of the period, without proration, and lets go', async () => {
  const cheap = await addPrice(300)
  const subscription = await subscribe()
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [phase] = schedule.phases
  await expect(
    stripe.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription), price: cheap.id }] }),
  ).rejects.toMatchObject({
    statusCode: 400,
  })
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      { items: [{ price: small.id, quantity: 1 }], start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 },
      { items: [{ price: cheap.id, quantity: 1 }], duration: { interval: 'month' }, proration_behavior: 'none' },
    ],
  })
  expect((await stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(300)
  clock.advance(32 * day)
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ items: { data: [{ price: { id: cheap.id } }] } })
  expect((await stripe.invoices.list({ subscription: subscription.id })).data.map(one => one.total)).toEqual([300, 900])
  clock.advance(31 * day)
  expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('released')
  expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBeNull()
})

test.each([
  ['once', [450, 900, 900]],
  ['repeating', [450, 450, 900]],
  ['forever', [450, 450, 450]],
] as const)('a coupon of half the price counts %s', async (duration, totals) => {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration, ...(duration === 'repeating' && { duration_in_months: 2 }) })
  const subscription = await subscribe({ discounts: [{ coupon: coupon.id }] })
  clock.advance(63 * day)
  expect((await stripe.invoices.list({ subscription: subscription.id })).data.map(one => one.total).reverse()).toEqual(totals)
})

test('a promotion code lowers the price of a checkout, and automatic tax is added to it', async () => {
  standIn.world.settings.taxPercent = 20
  const coupon = await stripe.coupons.create({ amount_off: 400, currency: 'usd', duration: 'forever' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'SPRING', max_redemptions: 1 })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: small.id, quantity: 1 }],
    allow_promotion_codes: true,
    automatic_tax: { enabled: true },
    success_url: 'https://example.com',
  })
  expect(session.amount_total).toBe(1080)
  const card = { number: '4242424242424242' }
  expect(completeCheckout(standIn.world, session.id, { card, email: '', promotionCode: 'WINTER' })).toMatchObject({ kind: 'refused' })
  expect(completeCheckout(standIn.world, session.id, { card, email: '', promotionCode: 'spring' })).toMatchObject({ kind: 'done' })
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data
  expect(invoice).toMatchObject({
    subtotal: 900,
    total: 600,
    amount_paid: 600,
    total_taxes: [{ amount: 100 }],
    total_discount_amounts: [{ amount: 400 }],
  })
  expect((await stripe.promotionCodes.list({ code: 'SPRING' })).data[0]?.times_redeemed).toBe(1)
})

test('a plan that becomes cheaper leaves credit, which the next invoices use up', async () => {
  const cheap = await addPrice(100)
  const subscription = await subscribe()
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription), price: cheap.id }],
    proration_behavior: 'always_invoice',
  })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -800 })
  clock.advance(32 * day)
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
  expect(invoice).toMatchObject({ total: 100, amount_due: 0, amount_paid: 0, status: 'paid', starting_balance: -800, ending_balance: -700 })
})

test('metered prices are charged for what was used in the period that ended', async () => {
  const meter = await stripe.billing.meters.create({
    display_name: 'Messages',
    event_name: 'message',
    default_aggregation: { formula: 'sum' },
  })
  const metered = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2,
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
    product_data: { name: 'Messages' },
  })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: metered.id }] })
  const event = { event_name: 'message', payload: { stripe_customer_id: customer.id, value: '25' }, identifier: 'one' }
  await stripe.billing.meterEvents.create(event)
  await expect(stripe.billing.meterEvents.create(event)).rejects.toMatchObject({ statusCode: 400 })
  clock.advance(32 * day)
  expect((await stripe.invoices.list({ subscription: subscription.id })).data.map(one => one.total)).toEqual([50, 0])
})

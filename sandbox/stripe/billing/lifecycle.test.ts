// Tests the life of subscriptions with the unmodified stripe-node: checkout, renewals, failed payments, trials, cancellation.
import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { openSandboxClock, type SandboxClock } from '../../clock.ts'
import { moneyOf } from '../money.ts'
import { idOrNull } from '../objects/ref.ts'
import type { StripeSettings } from '../settings.ts'
import { type StripeStandIn, startStripe } from '../start.ts'
import { prepareSale, stripeClient } from '../stripe.fixture.ts'
import { completeCheckout, confirmPayment, payInvoice, portalUpdateCard } from './hosted.ts'

const day = 86_400_000
const good = { number: '4242 4242 4242 4242' }
const failsLater = { number: '4000 0000 0000 0341' }

let clock: SandboxClock
let standIn: StripeStandIn
let stripe: Stripe

async function open(settings: Partial<StripeSettings> = {}) {
  clock = openSandboxClock(Date.UTC(2027, 0, 10) - Date.now())
  standIn = await startStripe({ port: 0, webhookUrl: null, clock, settings })
  stripe = stripeClient(standIn.url)
  return prepareSale(stripe)
}

afterEach(async () => {
  await standIn.stop()
  clock.stop()
})

const card = async (customer: string, number: string) => {
  const method = await stripe.paymentMethods.create({ type: 'card', card: { number, exp_month: 12, exp_year: 2034, cvc: '123' } })
  await stripe.paymentMethods.attach(method.id, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  return method.id
}

const eventTypes = () => standIn.world.state.events.map(event => event.type)
const moveDays = (days: number) => clock.advance(days * day)

test('a checkout becomes an active subscription with a paid invoice', async () => {
  const { price, customer } = await open()
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    subscription_data: { metadata: { owner_id: 'one' } },
    success_url: 'https://example.com/done?id={CHECKOUT_SESSION_ID}',
  })
  expect(session).toMatchObject({ status: 'open', amount_total: 900, payment_status: 'unpaid' })
  expect(completeCheckout(standIn.world, session.id, { card: { number: '4000000000000002' }, email: '' })).toMatchObject({
    kind: 'declined',
  })
  expect(await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).toMatchObject({ data: [] })
  const done = { kind: 'done', url: `https://example.com/done?id=${session.id}` }
  expect(completeCheckout(standIn.world, session.id, { card: good, email: '' })).toEqual(done)
  expect(completeCheckout(standIn.world, session.id, { card: good, email: '' })).toEqual(done)
  const { data } = await stripe.subscriptions.list({
    customer: customer.id,
    expand: ['data.latest_invoice.payments', 'data.default_payment_method', 'data.schedule'],
  })
  expect(data).toMatchObject([
    {
      status: 'active',
      metadata: { owner_id: 'one' },
      schedule: null,
      default_payment_method: { card: { last4: '4242' } },
      latest_invoice: {
        status: 'paid',
        total: 900,
        billing_reason: 'subscription_create',
        payments: { data: [{ status: 'paid', amount_paid: 900 }] },
      },
    },
  ])
  expect(moneyOf(standIn.world)).toEqual({ total: { usd: 900 }, customers: { [customer.id]: { usd: 900 } } })
  expect(eventTypes()).toEqual(expect.arrayContaining(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']))
})

test('3-D Secure at the checkout: nothing is bought until it is confirmed, and a refusal leaves the checkout open', async () => {
  const { price, customer } = await open()
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://example.com/done',
  })
  const pay = () => completeCheckout(standIn.world, session.id, { card: { number: '4000002500003155' }, email: '' })
  const first = pay()
  expect(first.kind).toBe('confirm')
  if (first.kind === 'confirm') expect(confirmPayment(standIn.world, first.intent, 'fail')).toMatchObject({ kind: 'declined' })
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  const second = pay()
  if (second.kind === 'confirm') expect(confirmPayment(standIn.world, second.intent, 'complete')).toMatchObject({ kind: 'done' })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toMatchObject([{ status: 'active' }])
  moveDays(32)
  expect((await stripe.invoices.list({ customer: customer.id })).data.map(one => one.status)).toEqual(['paid', 'paid'])
  expect(moneyOf(standIn.world).total).toEqual({ usd: 1800 })
})

test('renewals come on the same day of each month, each with its invoice, however far the clock moves', async () => {
  const { price, customer } = await open()
  await card(customer.id, good.number)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  expect(subscription.status).toBe('active')
  moveDays(370)
  const { data } = await stripe.invoices.list({ customer: customer.id, limit: 100 })
  expect(data).toHaveLength(13)
  expect(new Set(data.map(one => one.status))).toEqual(new Set(['paid']))
  const starts = data.map(one => new Date((one.lines.data[0]?.period.start ?? 0) * 1000).getUTCDate())
  expect(new Set(starts).size).toBe(1)
  expect(moneyOf(standIn.world).total).toEqual({ usd: 13 * 900 })
})

test.each([
  ['canceled', 'canceled'],
  ['unpaid', 'unpaid'],
  ['past_due', 'past_due'],
] as const)(
  'a payment that keeps failing is retried on days 1, 3, 5, 7 after each other, then the subscription is %s',
  async (afterRetries, end) => {
    const { price, customer } = await open({ afterRetries, draftSeconds: 0 })
    await card(customer.id, good.number)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    expect(portalUpdateCard(standIn.world, customer.id, failsLater).kind).toBe('done')
    moveDays(31.1)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    const invoice = async () => (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0]
    expect(await invoice()).toMatchObject({ status: 'open', attempt_count: 1 })
    moveDays(8)
    expect(await invoice()).toMatchObject({ attempt_count: 3 })
    moveDays(8)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe(end)
    expect(eventTypes().filter(type => type === 'invoice.payment_failed')).toHaveLength(5)
    expect(moneyOf(standIn.world).total).toEqual({ usd: 900 })
  },
)

test('a payment that is missing can be made by hand, and everything is as before', async () => {
  const { price, customer } = await open({ draftSeconds: 0 })
  await card(customer.id, good.number)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  portalUpdateCard(standIn.world, customer.id, failsLater)
  moveDays(32)
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id)
  expect(payInvoice(standIn.world, idOrNull(latest) ?? '', null)).toMatchObject({ kind: 'declined' })
  expect(payInvoice(standIn.world, idOrNull(latest) ?? '', good)).toEqual({ kind: 'done', url: null })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
})

test('the first payment that never comes ends the subscription after 23 hours', async () => {
  const { price, customer } = await open()
  await card(customer.id, failsLater.number)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    expand: ['latest_invoice'],
  })
  expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
  clock.advance(23.1 * 3_600_000)
  const ended = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(ended).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } })
})

test.each([
  ['cancel', 'canceled'],
  ['pause', 'paused'],
  ['create_invoice', 'past_due'],
] as const)('a trial without a card ends as asked for: %s makes it %s', async (missing_payment_method, status) => {
  const { price, customer } = await open({ draftSeconds: 0 })
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method } },
  })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('trialing')
  moveDays(11.1)
  expect(eventTypes()).toContain('customer.subscription.trial_will_end')
  moveDays(3)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe(status)
  if (status !== 'paused') return
  await card(customer.id, good.number)
  expect((await stripe.subscriptions.resume(id)).status).toBe('active')
  expect(moneyOf(standIn.world).total).toEqual({ usd: 900 })
})

test('a trial with a card goes over into paid periods', async () => {
  const { price, customer } = await open()
  await card(customer.id, good.number)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], trial_period_days: 7 })
  moveDays(8)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect((await stripe.invoices.list({ subscription: id })).data.map(one => one.amount_paid)).toEqual([900, 0])
})

test('a cancellation at the end of the period can be taken back until then', async () => {
  const { price, customer } = await open()
  await card(customer.id, good.number)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const canceled = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: canceled.items.data[0]?.current_period_end })
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  moveDays(32)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: canceled.cancel_at })
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 })
})

test('while collection is paused, invoices are void and nothing is charged', async () => {
  const { price, customer } = await open({ draftSeconds: 0 })
  await card(customer.id, good.number)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  moveDays(32)
  expect((await stripe.invoices.list({ subscription: id })).data.map(one => one.status)).toEqual(['void', 'paid'])
  expect((await stripe.subscriptions.update(id, { pause_collection: '' })).pause_collection).toBeNull()
  moveDays(31)
  expect(moneyOf(standIn.world).total).toEqual({ usd: 1800 })
})

test('a test clock moves its customers alone, at most two intervals at once', async () => {
  const { price } = await open({ clockAdvanceMs: 1 })
  const frozen = 1_700_000_000
  const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen })
  const customer = await stripe.customers.create({ test_clock: testClock.id })
  await card(customer.id, good.number)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await expect(stripe.testHelpers.testClocks.advance(testClock.id, { frozen_time: frozen + 70 * 86_400 })).rejects.toMatchObject({
    statusCode: 400,
  })
  const advancing = await stripe.testHelpers.testClocks.advance(testClock.id, { frozen_time: frozen + 45 * 86_400 })
  expect(advancing.status).toBe('advancing')
  await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(testClock.id)).status).toBe('ready')
  expect((await stripe.invoices.list({ subscription: id })).data.map(one => one.status)).toEqual(['paid', 'paid'])
})

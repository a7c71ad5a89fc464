// Tests the other test controls: webhooks sent by hand, the clock, refunds and disputes, settings and reset.
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStripe, prepareSale, sandboxSecret } from '../stripe.fixture.ts'
import { eventually } from '../webhooks/listener.fixture.ts'

let bank: Awaited<ReturnType<typeof openStripe>>
beforeEach(async () => {
  bank = await openStripe()
})
afterEach(() => bank.close())

const { webhooks } = new Stripe('sk_test_sandbox')

const acceptedBy = (key: string) =>
  bank.received.filter(({ body, signature }) => {
    try {
      webhooks.constructEvent(body, signature, key, undefined, undefined, bank.world.clock.now())
      return true
    } catch {
      return false
    }
  }).length

async function buy(): Promise<{ customer: string }> {
  const { customer, price } = await prepareSale(bank.stripe)
  const session = await bank.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://shop.test/done',
  })
  await bank.pay(session.url ?? '')
  return { customer: customer.id }
}

test('events of the API arrive signed; stripe-node accepts them and the event list has them', async () => {
  await buy()
  await eventually(() => bank.types().includes('checkout.session.completed'))
  const { data } = await bank.stripe.events.list({ limit: 100 })
  await eventually(() => bank.received.length === data.length)
  expect(acceptedBy(sandboxSecret)).toBe(data.length)
  expect(bank.received.map(one => one.id).toSorted()).toEqual(data.map(one => one.id).toSorted())
})

test('an endpoint made through the API has a secret and types of its own', async () => {
  const url = bank.world.state.webhookEndpoints.get('we_sandbox')?.url ?? ''
  const endpoint = await bank.stripe.webhookEndpoints.create({ url, enabled_events: ['product.created'] })
  await bank.stripe.products.create({ name: 'One' })
  await eventually(() => bank.received.length === 2)
  expect([acceptedBy(sandboxSecret), acceptedBy(endpoint.secret ?? '')]).toEqual([1, 1])
})

test('secrets rotate', async () => {
  await bank.sim('webhooks/secrets', { secrets: ['whsec_new', sandboxSecret] })
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length === 1)
  expect([acceptedBy(sandboxSecret), acceptedBy('whsec_new')]).toEqual([1, 1])
  await bank.sim('webhooks/secrets', { secrets: ['whsec_new'] })
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length === 2)
  expect([acceptedBy(sandboxSecret), acceptedBy('whsec_new')]).toEqual([1, 2])
})

test('an old event is replayed with its own bytes, which are stale by then, or signed again', async () => {
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length === 1)
  await bank.sim('clock', { advance: '1h' })
  expect((await bank.sim('webhooks/send', { how: 'original' })).body).toEqual({ statuses: [200] })
  expect(bank.received[1]).toEqual(bank.received[0])
  expect(acceptedBy(sandboxSecret)).toBe(0)
  await bank.sim('webhooks/send', { event: bank.received[0]?.id })
  expect(acceptedBy(sandboxSecret)).toBe(1)
})

test('forged events are sent beside the real ones, and none can be accepted', async () => {
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length === 1)
  for (const kind of ['wrong-secret', 'stale', 'truncate', 'mutate'])
    expect((await bank.sim('webhooks/send', { how: { kind }, times: 3 })).body).toEqual({ statuses: [200, 200, 200] })
  expect([bank.received.length, acceptedBy(sandboxSecret)]).toEqual([13, 1])
  expect((await bank.sim('webhooks/send', { event: 'evt_none' })).status).toBe(404)
})

test('a burst brings new events with the contents of old ones', async () => {
  await bank.stripe.customers.create({})
  expect((await bank.sim('webhooks/burst', { count: 500 })).status).toBe(202)
  await eventually(() => bank.received.length === 501)
  expect(new Set(bank.received.map(one => one.id)).size).toBe(501)
})

test('refunds and disputes come as from the dashboard and move the money', async () => {
  const { customer } = await buy()
  const [invoice] = (await bank.stripe.invoices.list({ customer })).data
  expect((await bank.sim('refunds', { invoice: invoice?.id, amount: 300 })).status).toBe(201)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 600 } })
  const { status, body } = await bank.sim('disputes', { invoice: invoice?.id })
  expect(status).toBe(201)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 0 } })
  const { id } = Object(body)
  expect((await bank.sim(`disputes/${id}`, { status: 'won' })).status).toBe(200)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 600 } })
  await eventually(() => bank.types().includes('charge.dispute.closed') && bank.types().includes('charge.refunded'))
  expect((await bank.sim('refunds', { invoice: 'in_none' })).status).toBe(404)
})

test('settings of the account and of webhooks change alike, and wrong ones are refused', async () => {
  const { body } = await bank.sim('settings', { retryDays: [2], webhookRetryMs: '5s' })
  expect(body).toMatchObject({ retryDays: [2], webhookRetryMs: 5000, webhookLanes: 16, afterRetries: 'canceled' })
  expect((await bank.sim('settings', { nonsense: 1 })).status).toBe(400)
})

test('a frozen clock moves only when it is told to, and goes on from there', async () => {
  await buy()
  const readClock = async () => String(Object((await bank.sim('clock')).body).now)
  await bank.sim('clock', { freeze: true })
  const before = await readClock()
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(await readClock()).toBe(before)
  await bank.sim('clock', { advance: '32d' })
  expect(Date.parse(await readClock()) - Date.parse(before)).toBe(32 * 86_400_000)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 1800 } })
  await bank.sim('clock', { freeze: false })
  const frozen = await readClock()
  await eventually(async () => (await readClock()) > frozen)
  expect((await bank.sim('clock', { stop: true })).status).toBe(400)
})

test('the summary of entitlements comes when a subscription changes them, and only then', async () => {
  const { customer, price, product } = await prepareSale(bank.stripe)
  const feature = await bank.stripe.entitlements.features.create({ name: 'Files', lookup_key: 'files' })
  await bank.stripe.products.createFeature(product.id, { entitlement_feature: feature.id })
  const summaries = () => bank.received.filter(event => event.type === 'entitlements.active_entitlement_summary.updated')
  const subscription = await bank.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 14,
  })
  await bank.stripe.subscriptions.update(subscription.id, { metadata: { nothing: 'changes' } })
  await bank.stripe.subscriptions.cancel(subscription.id)
  await eventually(() => summaries().length === 2)
  const listed = summaries().map(({ body }) => JSON.parse(body).data.object.entitlements.data.length)
  expect(listed.toSorted()).toEqual([0, 1])
  expect((await bank.stripe.entitlements.activeEntitlements.list({ customer: customer.id })).data).toEqual([])
})

test('a reset forgets everything but the clock and the endpoint of the start', async () => {
  await buy()
  await bank.sim('clock', { advance: '3h' })
  await bank.sim('faults', { times: null, action: { kind: 'reset' } })
  expect((await bank.sim('reset', {})).status).toBe(204)
  expect((await bank.stripe.customers.list()).data).toEqual([])
  expect((await bank.sim('ledger')).body).toMatchObject({ total: {}, entries: [] })
  expect((await bank.sim('clock')).body).toMatchObject({ offsetMs: 3 * 3_600_000 })
  const before = bank.received.length
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length > before)
})

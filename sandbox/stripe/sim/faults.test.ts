// Tests that each fault does what it says to calls of the unmodified stripe-node, and nothing else.
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStripe, prepareSale, stripeClient } from '../stripe.fixture.ts'
import { eventually } from '../webhooks/listener.fixture.ts'

let bank: Awaited<ReturnType<typeof openStripe>>
beforeEach(async () => {
  bank = await openStripe()
})
afterEach(() => bank.close())

const add = async (fault: object) => {
  const { status, body } = await bank.sim('faults', fault)
  if (status !== 201) throw new Error(JSON.stringify(body))
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Stripe.errors.StripeError ? error : Promise.reject(error)),
  )

const countCustomers = async () => (await bank.stripe.customers.list()).data.length

test('429 and 500 come before anything is executed, as often as wanted', async () => {
  await add({ match: { method: 'POST', path: '/customers' }, times: 2, action: { kind: 'http', status: 429 } })
  await add({ match: { method: 'POST', path: '/customers' }, action: { kind: 'http', status: 500 } })
  const types = []
  for (let count = 0; count < 4; count++) types.push((await failureOf(bank.stripe.customers.create({})))?.constructor.name ?? null)
  expect(types).toEqual(['StripeRateLimitError', 'StripeRateLimitError', 'StripeAPIError', null])
  expect(await countCustomers()).toBe(1)
})

test('a stored 500 is repeated for its idempotency key', async () => {
  await add({ match: { method: 'POST' }, action: { kind: 'http', status: 500 } })
  const create = () => failureOf(bank.stripe.customers.create({}, { idempotencyKey: 'one' }))
  expect([(await create())?.statusCode, (await create())?.statusCode]).toEqual([500, 500])
  expect(await countCustomers()).toBe(0)
})

// stripe-node 23 retries a closed connection once, even where retries are off.
test('commit-then-drop executes the call once; the retry with the same key gets its answer', async () => {
  await add({ match: { method: 'POST' }, action: { kind: 'commit-then-drop' } })
  expect(await bank.stripe.customers.create({ name: 'Ada' })).toMatchObject({ name: 'Ada' })
  expect(await countCustomers()).toBe(1)
  expect((await bank.sim('faults')).body).toMatchObject({ faults: [{ met: 1 }] })
  await add({ match: { method: 'POST' }, action: { kind: 'commit-then-drop' } })
  const body = new URLSearchParams({ name: 'Eve' })
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  await expect(fetch(`${bank.url}/v1/customers`, { method: 'POST', body, headers })).rejects.toThrow('fetch failed')
  expect(await countCustomers()).toBe(2)
})

test('a hanging call ends by the timeout of the caller; only commit-then-hang was executed', async () => {
  const hasty = stripeClient(bank.url, { timeout: 1000 })
  for (const [kind, customers] of [
    ['hang', 0],
    ['commit-then-hang', 1],
  ] as const) {
    await add({ match: { method: 'POST' }, action: { kind } })
    expect(await failureOf(hasty.customers.create({}))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await countCustomers()).toBe(customers)
  }
})

test('connections are reset, answers are HTML, cut off, or late', async () => {
  await add({ times: 2, action: { kind: 'reset' } })
  expect(await failureOf(bank.stripe.customers.list())).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  for (const action of [{ kind: 'html', status: 502 }, { kind: 'truncated-json' }]) {
    await add({ action })
    expect(await failureOf(bank.stripe.customers.list())).toBeInstanceOf(Stripe.errors.StripeError)
  }
  await add({ action: { kind: 'delay', ms: 120 } })
  const start = performance.now()
  await countCustomers()
  expect(performance.now() - start).toBeGreaterThan(110)
})

test('a lie is the state before the last change, also in lists and where it is expanded', async () => {
  const { id } = await bank.stripe.customers.create({ name: 'old' })
  await bank.stripe.customers.update(id, { name: 'new' })
  await add({ times: 2, action: { kind: 'lie' } })
  expect(await bank.stripe.customers.retrieve(id)).toMatchObject({ name: 'old' })
  expect((await bank.stripe.customers.list()).data[0]).toMatchObject({ name: 'old' })
  expect(await bank.stripe.customers.retrieve(id)).toMatchObject({ name: 'new' })
})

test('an old lie leaves out what did not exist then', async () => {
  const { customer, price } = await prepareSale(bank.stripe)
  await bank.sim('clock', { advance: '2h' })
  await bank.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 7,
  })
  await add({ match: { path: '/subscriptions' }, times: null, action: { kind: 'lie', ageMs: '1h' } })
  expect((await bank.stripe.subscriptions.list()).data).toEqual([])
  await bank.sim('clock', { advance: '2h' })
  expect((await bank.stripe.subscriptions.list()).data).toHaveLength(1)
})

test('a percentage hits about as many calls, the same ones for the same seed', async () => {
  const run = async () => {
    await bank.sim('settings', { chanceSeed: 7 })
    await bank.sim('faults', undefined, 'DELETE')
    await add({ times: null, percent: 30, action: { kind: 'http', status: 503 } })
    const hits: number[] = []
    for (let count = 0; count < 60; count++) if (await failureOf(bank.stripe.products.list())) hits.push(count)
    return hits
  }
  const hits = await run()
  expect(hits.length).toBeGreaterThan(8)
  expect(hits.length).toBeLessThan(30)
  expect(await run()).toEqual(hits)
})

test('faults end by the clock, and can be listed and taken back', async () => {
  await add({ forMs: '1h', action: { kind: 'http', status: 503 } })
  expect(await failureOf(bank.stripe.customers.list())).not.toBeNull()
  expect((await bank.sim('faults')).body).toMatchObject({ faults: [{ met: 1 }] })
  await bank.sim('clock', { advance: '2h' })
  expect(await countCustomers()).toBe(0)
  await add({ times: null, action: { kind: 'reset' } })
  await bank.sim('faults', undefined, 'DELETE')
  expect(await countCustomers()).toBe(0)
  expect((await bank.sim('faults', { action: { kind: 'nonsense' } })).status).toBe(400)
})

test('an outage refuses every call and page, holds webhooks back, and ends', async () => {
  await bank.stripe.customers.create({})
  await eventually(() => bank.received.length === 1)
  await bank.sim('outage', {})
  expect(await failureOf(bank.stripe.customers.list())).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  await expect(fetch(`${bank.url}/c/pay/cs_test_1`)).rejects.toThrow('fetch failed')
  expect((await bank.sim('outage')).status).toBe(200)
  await bank.sim('webhooks/burst', { count: 3 })
  await new Promise(resolve => setTimeout(resolve, 60))
  expect(bank.received).toHaveLength(1)
  await bank.sim('outage', undefined, 'DELETE')
  expect(await countCustomers()).toBe(1)
  await eventually(() => bank.received.length === 4)
  await bank.sim('outage', { mode: 'unavailable', forMs: '5m' })
  expect((await fetch(`${bank.url}/c/pay/cs_test_1`)).status).toBe(503)
  await bank.sim('clock', { advance: '6m' })
  expect(await countCustomers()).toBe(1)
})

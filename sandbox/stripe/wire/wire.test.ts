// Tests how the API looks on the wire: keys, errors, parameters, expansion, lists, idempotency, and faults.
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandboxClock, type SandboxClock } from '../../clock.ts'
import { type StripeStandIn, startStripe } from '../start.ts'
import { prepareSale, sandboxKey, stripeClient } from '../stripe.fixture.ts'

let clock: SandboxClock
let standIn: StripeStandIn
let stripe: Stripe

beforeEach(async () => {
  clock = openSandboxClock()
  standIn = await startStripe({ port: 0, webhookUrl: null, clock })
  stripe = stripeClient(standIn.url)
})

afterEach(async () => {
  await standIn.stop()
  clock.stop()
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${standIn.url}/v1/${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

test.each([
  ['sk_live_1234567890', 401],
  ['rk_live_1234567890', 401],
  ['nonsense', 401],
  ['rk_test_other', 200],
])('the key %s answers %i', async (key, status) => {
  const response = await fetch(`${standIn.url}/v1/customers`, { headers: { authorization: `Bearer ${key}` } })
  expect(response.status).toBe(status)
  expect(response.headers.get('request-id')).toMatch(/^req_/)
})

test.each([
  ['customers', 'nonsense=1', 'parameter_unknown', 'nonsense'],
  ['customers', 'invoice_settings[nonsense]=1', 'parameter_unknown', 'invoice_settings[nonsense]'],
  ['prices', 'unit_amount=100', 'parameter_missing', 'currency'],
  ['subscriptions', 'customer=cus_1&items[0][quantity]=1', 'parameter_missing', 'items[0][price]'],
  ['subscriptions', 'customer=cus_1&items[0][price]=price_1&items[0][nonsense]=1', 'parameter_unknown', 'items[0][nonsense]'],
])('%s with %s is refused: %s at %s', async (path, body, code, param) => {
  const response = await post(path, body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', code, param } })
})

test('what does not exist answers 404, an unknown URL too', async () => {
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
  })
  expect((await post('nonsense', '')).status).toBe(404)
})

test('cards that are refused answer 402 with the reason', async () => {
  const attach = async (number: string) => {
    const { id } = await stripe.customers.create()
    const method = await stripe.paymentMethods.create({ type: 'card', card: { number, exp_month: 1, exp_year: 2034, cvc: '123' } })
    return stripe.paymentMethods.attach(method.id, { customer: id })
  }
  const refusals = [
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', ''],
    ['4000000000000127', 'incorrect_cvc', ''],
    ['4000000000000119', 'processing_error', ''],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ] as const
  for (const [number, code, decline_code] of refusals)
    await expect(attach(number)).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
})

test('lists page by cursor in both directions, and can be iterated', async () => {
  const ids: string[] = []
  for (let index = 0; index < 25; index++) ids.unshift((await stripe.customers.create({ name: String(index) })).id)
  const first = await stripe.customers.list({ limit: 10 })
  expect([first.has_more, first.data.map(one => one.id)]).toEqual([true, ids.slice(0, 10)])
  const last = await stripe.customers.list({ limit: 10, starting_after: ids[19] ?? '' })
  expect([last.has_more, last.data.map(one => one.id)]).toEqual([false, ids.slice(20)])
  const before = await stripe.customers.list({ limit: 10, ending_before: ids[12] ?? '' })
  expect([before.has_more, before.data.map(one => one.id)]).toEqual([true, ids.slice(2, 12)])
  expect((await stripe.customers.list({ limit: 7 }).autoPagingToArray({ limit: 100 })).map(one => one.id)).toEqual(ids)
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ statusCode: 400, param: 'limit' })
  await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({ code: 'resource_missing' })
})

test('nested expansion fills in objects, and what cannot be expanded is refused', async () => {
  const { price, product } = await prepareSale(stripe)
  const one = await stripe.prices.retrieve(price.id, { expand: ['product'] })
  expect(one.product).toMatchObject({ id: product.id, name: 'Personal' })
  expect((await stripe.prices.list({ expand: ['data.product'] })).data[0]?.product).toMatchObject({ id: product.id })
  await expect(stripe.prices.retrieve(price.id, { expand: ['nonsense'] })).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
})

test('the same idempotency key has one effect; with other parameters it is refused; after a day it is forgotten', async () => {
  const first = await post('customers', 'name=Ada', { 'idempotency-key': 'one' })
  const again = await post('customers', 'name=Ada', { 'idempotency-key': 'one' })
  expect(await again.text()).toBe(await first.text())
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'one' })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect((await stripe.customers.list()).data).toHaveLength(1)
  clock.advance(25 * 3_600_000)
  await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'one' })
  expect((await stripe.customers.list()).data).toHaveLength(2)
})

test('a refused parameter is not remembered for its key, a refused card is', async () => {
  expect((await post('customers', 'nonsense=1', { 'idempotency-key': 'one' })).status).toBe(400)
  expect((await post('customers', 'name=Ada', { 'idempotency-key': 'one' })).status).toBe(200)
  const pay = () =>
    post('payment_intents', 'amount=100&currency=usd&confirm=true&payment_method=pm_card_chargeDeclined', { 'idempotency-key': 'two' })
  expect((await pay()).status).toBe(402)
  expect((await pay()).headers.get('idempotent-replayed')).toBe('true')
})

test('two requests with the same key at once: one is executed, the other answers 409', async () => {
  let release = () => {}
  const waited = new Promise<void>(resolve => (release = resolve))
  let count = 0
  standIn.world.wireFault = async () => {
    if (count++ === 0) await waited
    return null
  }
  const first = post('customers', 'name=Ada', { 'idempotency-key': 'one' })
  await expect.poll(() => count).toBe(1)
  const second = await post('customers', 'name=Ada', { 'idempotency-key': 'one' })
  expect([second.status, second.headers.get('stripe-should-retry')]).toEqual([409, 'true'])
  expect(await second.json()).toMatchObject({ error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } })
  release()
  expect((await first).status).toBe(200)
})

test('a failure inside is repeated for its key, too many requests are not; a lost answer comes with the next try', async () => {
  const faults: ({ kind: 'error'; status: 429 | 500 | 503 } | { kind: 'drop' })[] = []
  standIn.world.wireFault = async () => faults.shift() ?? null
  faults.push({ kind: 'error', status: 500 })
  await expect(stripe.customers.create({}, { idempotencyKey: 'one' })).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  await expect(stripe.customers.create({}, { idempotencyKey: 'one' })).rejects.toMatchObject({ statusCode: 500 })
  faults.push({ kind: 'error', status: 429 })
  await expect(stripe.customers.create({}, { idempotencyKey: 'two' })).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  await stripe.customers.create({}, { idempotencyKey: 'two' })
  faults.push({ kind: 'drop' })
  const patient = stripeClient(standIn.url, { maxNetworkRetries: 2 })
  const { id } = await patient.customers.create({ name: 'once' })
  expect((await stripe.customers.list()).data.filter(one => one.name === 'once').map(one => one.id)).toEqual([id])
})

test('events are listed by type and time, with the API version, the request, and the object as it was', async () => {
  const customer = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' })
  await stripe.customers.update(customer.id, { name: 'Grace' })
  const { data } = await stripe.events.list({ types: ['customer.created', 'customer.updated'] })
  expect(data.map(one => one.type)).toEqual(['customer.updated', 'customer.created'])
  expect(data[1]).toMatchObject({ api_version: Stripe.API_VERSION, request: { idempotency_key: 'one' }, data: { object: { name: 'Ada' } } })
  expect(data[0]?.data.previous_attributes).toEqual({ name: 'Ada' })
  expect(await stripe.events.retrieve(data[0]?.id ?? '')).toMatchObject({ type: 'customer.updated' })
  clock.advance(31 * 86_400_000)
  await stripe.customers.create()
  expect((await stripe.events.list()).data.map(one => one.type)).toEqual(['customer.created'])
  expect((await stripe.events.list({ created: { gt: Math.floor(clock.now() / 1000) } })).data).toEqual([])
})

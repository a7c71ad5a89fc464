// Tests payments through the running server and the Stripe stand-in: events are hints, an outage grants nothing and stops nothing.
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as billing from '../core/api/billing.ts'
import { startStripe } from '../sandbox/stripe/start.ts'
import { callSim, stripeClient } from '../sandbox/stripe/stripe.fixture.ts'
import { payByCard } from '../sandbox/stripe/visitor.fixture.ts'
import { openJobs } from '../server/foundation/jobs.ts'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type Person, patience, runProduct, signUp } from './running.ts'

const { db, url } = await testDatabase()
const port = await freePort()
const webhookUrl = `http://127.0.0.1:${port}/webhooks/stripe`
const standIn = await startStripe({ port: 0, webhookUrl, webhooks: { webhookRetryMs: 50 } })
const product = await runProduct(url, {
  ...{ PORT: String(port), BILLING_PROVIDER: 'stripe', STRIPE_URL: standIn.url, STRIPE_TIMEOUT_MS: '1500', REQUESTS_A_MINUTE: '10000' },
})
const jobs = await openJobs(url, openLog('silent'))
afterAll(async () => {
  await jobs.stop()
  await standIn.stop()
})

const Attempts = z.object({ attempts: z.array(z.unknown()) })
const client = stripeClient(standIn.url)
const page = (person: Person) => person.ask(billing.getSubscriptionApi, 'GET', '/api/subscription')
const begin = (person: Person) =>
  vi.waitFor(() => person.ask(billing.addCheckoutApi, 'POST', '/api/checkouts', { planId: 'business', interval: 'month' }), patience)
const untilPlan = (person: Person, planId: string) => vi.waitFor(async () => expect((await page(person)).plan.id).toBe(planId), patience)
const countWebhooks = async () => Attempts.parse((await callSim(standIn.url, 'webhooks')).body).attempts.length
const events = () => db.selectFrom('billing_events').select(['event_id', 'processed_at', 'error']).execute()

test('a payment on the page of Stripe becomes a plan, once its event came and the customer was read back', async () => {
  const anna = await signUp(product, 'anna')
  const checkout = await begin(anna)
  expect(await page(anna)).toMatchObject({ plan: { id: 'free' }, subscription: null })
  await payByCard(checkout.url)
  await untilPlan(anna, 'business')
  expect(await anna.ask(billing.getCheckoutApi, 'GET', `/api/checkouts/${checkout.id}`)).toMatchObject({ state: 'done' })
  const { items } = await anna.ask(billing.listInvoicesApi, 'GET', '/api/invoices')
  expect(items).toMatchObject([{ state: 'paid', total: { amount: 1900, currency: 'usd' } }])
  await vi.waitFor(async () => expect((await events()).filter(({ processed_at }) => processed_at === null)).toEqual([]), patience)
  expect(new Set((await events()).map(({ error }) => error))).toEqual(new Set([null]))
})

test('a payment whose webhooks are all lost is found in the list of events', async () => {
  const ben = await signUp(product, 'ben')
  const checkout = await begin(ben)
  const [endpoint] = (await client.webhookEndpoints.list()).data
  await client.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })
  const before = await countWebhooks()
  await payByCard(checkout.url)
  await jobs.runSoon('catch-up-payments')
  await untilPlan(ben, 'business')
  expect(await countWebhooks()).toBe(before)
  await client.webhookEndpoints.update(endpoint?.id ?? '', { disabled: false })
})

test('a change that no event told of is found by the reconciliation', async () => {
  const cora = await signUp(product, 'cora')
  await payByCard((await begin(cora)).url)
  await untilPlan(cora, 'business')
  await vi.waitFor(async () => expect((await events()).filter(({ processed_at }) => processed_at === null)).toEqual([]), patience)
  await db
    .updateTable('subscriptions')
    .set({ state: 'ended' })
    .where('owner_id', '=', await idOf(cora))
    .execute()
  expect((await page(cora)).plan.id).toBe('free')
  await jobs.runSoon('reconcile-payments')
  await untilPlan(cora, 'business')
  const sync = await vi.waitFor(
    () => db.selectFrom('billing_syncs').selectAll().where('reconciled_at', 'is not', null).executeTakeFirstOrThrow(),
    patience,
  )
  expect(sync).toMatchObject({ reconciled_customers: 3, reconciled_differences: 1 })
})

test('while Stripe is down people are told so, keep what they bought, and get nothing new', async () => {
  const [anna, dora] = [await signUp(product, 'anna2'), await signUp(product, 'dora')]
  await payByCard((await begin(anna)).url)
  await untilPlan(anna, 'business')
  expect((await callSim(standIn.url, 'outage', {})).status).toBeLessThan(300)
  const refused = await dora.try('POST', '/api/checkouts', { planId: 'personal', interval: 'month' })
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(/Nothing was charged/) } })
  expect((await page(anna)).plan.id).toBe('business')
  expect((await page(dora)).plan.id).toBe('free')
})

async function idOf(person: Person): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()).id
}

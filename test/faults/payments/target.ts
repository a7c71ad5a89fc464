// Opens the real HTTP server with Stripe's webhook, the worker behind it, and a provider whose truth the webhooks don't say.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { openRefresh } from '../../../server/billing/customers/snapshot-owners.ts'
import { addOwners, openMemoryProvider } from '../../../server/billing/events/events.fixture.ts'
import { recordEvents } from '../../../server/billing/events/queue.ts'
import { startEventWorker } from '../../../server/billing/events/worker.ts'
import { type StripeWebhookDeps, stripeWebhook } from '../../../server/billing/stripe/webhook.ts'
import { stripeWebhookRoute } from '../../../server/billing/stripe/webhook-route.ts'
import { systemClock } from '../../../server/foundation/clock.ts'
import { readConfig } from '../../../server/foundation/config.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { openApp } from '../../../server/foundation/http/app.ts'
import { openLog } from '../../../server/foundation/log.ts'
import type { Forger, WebhookTarget } from '../webhooks/attack.ts'
import type { Posted } from '../webhooks/forgeries.ts'
import { forgePayment, genuinePost, paymentForgeryKinds } from './forgeries.ts'

/** The fingerprint counts readings of the provider, too. */
export interface PaymentTarget extends WebhookTarget {
  secret: string
  close(): Promise<void>
}

/** Replaced in tests, to plant a bug. */
export type OpenWebhook = (deps: StripeWebhookDeps) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const secret = 'whsec_sandbox'
const ownerCount = 10

let forged = 0
const forger: Forger = {
  kinds: paymentForgeryKinds.length,
  sign: body => genuinePost(body, secret, nowSeconds()),
  forge: (original, another, chance) => {
    const forgery = forgePayment({ original, another, secret, chance, now: nowSeconds() })
    // Each from a network of its own: the server takes its time with one that is refused often.
    const network = `10.${(forged >> 16) & 255}.${(forged >> 8) & 255}.${forged++ & 255}`
    return { ...forgery, headers: { ...forgery.headers, 'x-forwarded-for': network } }
  },
}

export async function openPaymentTarget(db: Db, openWebhook: OpenWebhook = stripeWebhook): Promise<PaymentTarget> {
  const owners = await addOwners(db, ownerCount)
  const provider = openMemoryProvider()
  for (const [i, { customerRef }] of owners.entries())
    provider.truths.set(customerRef, { state: i % 3 === 0 ? 'past_due' : 'active', periods: i })
  const readCustomer = (customerRef: string) => provider.readCustomer(customerRef)
  const nothing = () => undefined
  const refresh = openRefresh({
    db,
    provider: { name: 'stripe', readCustomer },
    now: systemClock.now,
    onChange: async () => undefined,
    onUnknownPrices: nothing,
  })
  const worker = startEventWorker({ db, provider: 'stripe', refresh, clock: systemClock, onError: nothing })
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '10', TRUSTED_PROXIES: '127.0.0.1' }), openLog('silent'))
  const record = async (event: Parameters<StripeWebhookDeps['record']>[0]) =>
    void (await recordEvents(db, 'stripe', [event], systemClock.now()))
  const deps = {
    secrets: ['whsec_previous', secret],
    isLive: false,
    now: systemClock.now,
    record,
    wake: worker.wake,
    log: { warn: nothing },
  }
  app.post('/webhooks/stripe', { schema: { hide: true }, ...stripeWebhookRoute }, openWebhook(deps))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = (posted: Posted) => postTo(`${url}/webhooks/stripe`, posted)
  const webhooks = owners.flatMap(({ customerRef }, i) => makeEvents(customerRef, i))
  for (const body of webhooks) {
    const status = await post(genuinePost(body, secret, nowSeconds()))
    if (status !== 200) throw new Error(`A genuine webhook was answered with ${status}.`)
  }
  return {
    secret,
    webhooks,
    forger,
    post,
    fingerprint: () => readFingerprint(db),
    async close() {
      await worker.stop()
      await app.close()
    },
  }
}

const kinds = [
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
  'charge.refunded',
]

function makeEvents(customerRef: string, owner: number): string[] {
  const states = ['active', 'past_due', 'canceled', 'unpaid', 'active']
  return kinds.map((type, i) =>
    JSON.stringify({
      ...{ id: `evt_${owner}_${i}`, object: 'event', api_version: '2026-10-28.endive', created: nowSeconds() - i, type, livemode: false },
      ...{ pending_webhooks: 1, request: { id: null, idempotency_key: null } },
      // What it says is not what the provider has.
      data: { object: { id: `obj_${owner}_${i}`, object: 'subscription', customer: customerRef, status: states[i], note: 'naïve “é” 😀' } },
    }),
  )
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

async function postTo(url: string, { body, headers }: Posted): Promise<number> {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  await response.arrayBuffer()
  return response.status
}

/** Once no event waits. */
async function readFingerprint(db: Db): Promise<string> {
  for (let i = 0; i < 600; i++) {
    const waiting = await db.selectFrom('billing_events').select('event_id').where('due_at', 'is not', null).limit(1).executeTakeFirst()
    if (!waiting) return rowsOf(db)
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error('Events were not processed.')
}

async function rowsOf(db: Db): Promise<string> {
  const sums: string[] = []
  for (const table of ['billing_events', 'billing_customers', 'subscriptions', 'invoices', 'billing_intents', 'plans', 'usage']) {
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t`.execute(db)
    sums.push(`${table}=${rows[0]?.sum ?? 'empty'}`)
  }
  return sums.join(' ')
}

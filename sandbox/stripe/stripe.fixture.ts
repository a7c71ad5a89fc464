// Starts the Stripe stand-in for tests, with an unmodified stripe-node, a listener for its webhooks, and a visitor of its pages.
import Stripe from 'stripe'
import type { StripeOptions } from './options.ts'
import { startStripe } from './start.ts'
import { type PayOptions, payByCard, submit, visit } from './visitor.fixture.ts'
import { listenForEvents } from './webhooks/listener.fixture.ts'

export const sandboxKey = 'sk_test_sandbox'
export const sandboxSecret = 'whsec_sandbox'

/** stripe-node for a stand-in; retries only on request, so that each fault is seen. */
export function stripeClient(url: string, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(sandboxKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config })
}

export type SimResponse = { status: number; body: unknown }

/** Calls a test control: GET without a body. */
export async function callSim(
  url: string,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<SimResponse> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}/_sim/${path}`, { method, ...json })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** A stand-in on a free port with fast webhooks, a listener that gets them, and a client. */
export async function openStripe(options: Partial<StripeOptions> & { respond?: (count: number) => number | Promise<number> } = {}) {
  const { respond, ...given } = options
  const webhooks = await listenForEvents(respond)
  const standIn = await startStripe({
    port: 0,
    webhookUrl: webhooks.url,
    ...given,
    webhooks: { webhookRetryMs: 20, webhookJitterMs: 2, ...given.webhooks },
  })
  return {
    url: standIn.url,
    world: standIn.world,
    stripe: stripeClient(standIn.url),
    sim: (path: string, body?: unknown, method?: string) => callSim(standIn.url, path, body, method),
    pay: (url: string, how?: PayOptions) => payByCard(url, how),
    visit,
    submit,
    /** The webhooks that arrived, and their types. */
    received: webhooks.received,
    types: () => webhooks.received.map(event => event.type),
    stop: standIn.stop,
    close: async () => {
      await standIn.stop()
      await webhooks.close()
    },
  }
}

/** A customer, and a monthly price of 9.00 with a product. */
export async function prepareSale(stripe: Stripe) {
  const product = await stripe.products.create({ name: 'Personal' })
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 900, recurring: { interval: 'month' } })
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  return { product, price, customer }
}

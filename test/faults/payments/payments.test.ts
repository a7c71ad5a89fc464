// Tests a few of the hundred thousand forged payments, and that an endpoint which trusts too much is detected.
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { toEvent } from '../../../server/billing/stripe/events.ts'
import { stripeWebhook } from '../../../server/billing/stripe/webhook.ts'
import { testDatabase } from '../../database.ts'
import { seeded } from '../chance.ts'
import { attack, triedAll } from '../webhooks/attack.ts'
import { forgePayment, genuinePost, paymentForgeryKinds } from './forgeries.ts'
import { nowSeconds, type OpenWebhook, openPaymentTarget, type PaymentTarget } from './target.ts'

const { db } = await testDatabase()
let opened: PaymentTarget[] = []

afterEach(async () => {
  for (const target of opened) await target.close()
  opened = []
  for (const table of ['billing_events', 'billing_customers', 'invoices', 'subscriptions'] as const) await db.deleteFrom(table).execute()
})

async function open(openWebhook?: OpenWebhook): Promise<PaymentTarget> {
  const target = await openPaymentTarget(db, openWebhook)
  opened.push(target)
  return target
}

test('no forged payment is accepted, and a repeated webhook changes nothing', async () => {
  const target = await open()
  const found = await attack(target, { count: 600, chance: seeded(2) })
  expect(found.sentences).toEqual([])
  expect(found).toMatchObject({ posted: 600, accepted: 0 })
  expect(found.replayed).toBeGreaterThan(target.webhooks.length)
  expect(triedAll(found, target)).toBe(true)
  // The webhooks said otherwise, but this is what the provider has.
  const states = await db.selectFrom('subscriptions').select('state').execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual([...Array(6).fill('active'), ...Array(4).fill('past_due')])
})

test('no forgery equals a genuine webhook', async () => {
  const chance = seeded(3)
  const now = nowSeconds()
  const original = '{"id":"evt_1","livemode":false,"customer":"cus_1","status":"active"}'
  const right = genuinePost(original, 'secret', now)
  for (let i = 0; i < 4000; i++) {
    const { body, headers } = forgePayment({ original, another: '{}', secret: 'secret', chance, now })
    expect([body, headers]).not.toEqual([right.body, right.headers])
  }
  expect(paymentForgeryKinds.length).toBeGreaterThan(35)
})

/** An endpoint that trusts Stripe's library alone, with a tolerance of its own. */
const trusting =
  (tolerance?: number): OpenWebhook =>
  deps =>
  async (request, reply) => {
    try {
      const payload = Stripe.webhooks.constructEvent(
        request.rawBody ?? '',
        String(request.headers['stripe-signature']),
        'whsec_sandbox',
        tolerance,
      )
      const event = toEvent(payload)
      if (event && !event.isLive) await deps.record(event)
      return await reply.code(event?.isLive ? 400 : 200).send({})
    } catch {
      return reply.code(400).send({})
    }
  }

test.each<[string, OpenWebhook, RegExp]>([
  ['has no upper bound for the time', trusting(), /dated in the future: answered with 200/],
  ['has no lower bound either', trusting(0), /a stale webhook: answered with 200/],
  [
    'checks no signature',
    deps => async (request, reply) => {
      const event = toEvent(request.body)
      if (event) await deps.record(event)
      return reply.code(200).send({})
    },
    /(no signature|random digits): answered with 200/,
  ],
  [
    'takes events of live mode',
    deps => (request, reply) => stripeWebhook({ ...deps, isLive: String(request.rawBody).includes('"livemode":true') })(request, reply),
    /an event of live mode: answered with 200/,
  ],
  [
    'processes an event again',
    deps =>
      stripeWebhook({
        ...deps,
        record: async event => {
          await deps.record(event)
          await db
            .updateTable('billing_events')
            .set({ due_at: new Date(), processed_at: null })
            .where('event_id', '=', event.eventId)
            .execute()
        },
      }),
    /this was changed: .*billing_customers/,
  ],
])('an endpoint that %s is detected', async (_, openWebhook, sentence) => {
  const found = await attack(await open(openWebhook), { count: 600, chance: seeded(4) })
  expect(found.accepted).toBeGreaterThan(0)
  expect(found.sentences).toContainEqual(expect.stringMatching(sentence))
})

// Tests which webhooks of Stripe are accepted: genuine ones, once; nothing forged, altered, stale or dated in the future.
import Fastify from 'fastify'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { renderError } from '../../foundation/http/errors.ts'
import { keepRawJson } from '../../foundation/http/json.ts'
import type { ProviderEvent } from '../events/queue.ts'
import { stripeWebhook, verifyWebhook } from './webhook.ts'
import { stripeWebhookRoute } from './webhook-route.ts'

const now = new Date('2026-11-26T12:00:00Z')
const secret = 'whsec_current'
const seconds = Math.floor(now.getTime() / 1000)

const subscription = { id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active' }
const eventBody = (event: object = {}) =>
  JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'customer.subscription.updated', created: seconds - 5, livemode: false },
    ...{ api_version: '2026-10-28.endive', pending_webhooks: 1, request: null, data: { object: subscription } },
    ...event,
  })

const sign = (payload: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds, ...options })

const verify = (body: string, signature: string | undefined, secrets = [secret]) =>
  verifyWebhook(secrets, { body: Buffer.from(body), signature, now })

test('a webhook that Stripe signed now is accepted, also with emoji and spaces that another writer would change', () => {
  for (const body of [eventBody(), `${eventBody({ note: '€ 😀' })} \n`]) expect(verify(body, sign(body))).toMatchObject({ id: 'evt_1' })
})

test('while a secret is replaced, both are accepted, in any order and with several signatures', () => {
  const body = eventBody()
  for (const secrets of [
    ['whsec_old', secret],
    [secret, 'whsec_old'],
  ]) {
    expect(verify(body, sign(body), secrets)).not.toBeNull()
    expect(verify(body, sign(body, { secret: 'whsec_old' }), secrets)).not.toBeNull()
  }
  const other = sign(body, { secret: 'whsec_next' }).split('v1=')[1] ?? ''
  expect(verify(body, `${sign(body)},v1=${other}`)).not.toBeNull()
  expect(verify(body, sign(body).replace(',v1=', `,v1=${other},v1=`))).not.toBeNull()
})

test.each([
  [-300, true],
  [-301, false],
  [-86_400, false],
  [300, true],
  [301, false],
  [3600, false],
  [10 * 365 * 86_400, false],
])('a genuine signature from %i seconds away is accepted: %s', (offset, isAccepted) => {
  const body = eventBody()
  expect(verify(body, sign(body, { timestamp: seconds + offset })) !== null).toBe(isAccepted)
})

const body = eventBody()
test.each<[string, string, string | undefined]>([
  ['signed with another secret', body, sign(body, { secret: 'whsec_other' })],
  ['signed with an empty secret', body, sign(body, { secret: ' ' })],
  ['with the signature of another body', body, sign(eventBody({ id: 'evt_2' }))],
  ['altered in one letter', body.replace('cus_1', 'cus_2'), sign(body)],
  ['with a space more', `${body} `, sign(body)],
  ['with another time than was signed', body, sign(body).replace(/t=\d+/, `t=${seconds - 1}`)],
  ['with two times', body, `t=${seconds},${sign(body, { timestamp: seconds - 10_000 })}`],
  ['with no time', body, sign(body).replace(/t=\d+,/, '')],
  ['with a negative time', body, sign(body).replace(/t=\d+/, 't=-1')],
  ['with a time in scientific notation', body, sign(body).replace(/t=\d+/, 't=1e9')],
  ['with the old scheme alone', body, sign(body).replace('v1=', 'v0=')],
  ['with no signature', body, undefined],
  ['with an empty signature', body, ''],
  ['without a body', '', sign(body)],
])('a webhook %s is refused', (_, sent, signature) => {
  expect(verify(sent, signature)).toBeNull()
})

async function openServer() {
  const recorded: ProviderEvent[] = []
  let woken = 0
  const app = Fastify({ bodyLimit: 1024 * 1024 })
  app.setErrorHandler(renderError)
  keepRawJson(app)
  const record = async (event: ProviderEvent) => void recorded.push(event)
  const deps = { secrets: [secret], isLive: false, now: () => now, record, wake: () => void woken++, log: { warn: () => undefined } }
  app.post('/webhooks/stripe', stripeWebhookRoute, stripeWebhook(deps))
  const post = (payload: string, signature: string) =>
    app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  return { recorded, post, woken: () => woken }
}

test('of an event, its ids alone are recorded, and the worker is woken', async () => {
  const { recorded, post, woken } = await openServer()
  const sent = [
    eventBody(),
    eventBody({ id: 'evt_2', type: 'customer.updated', data: { object: { id: 'cus_2', object: 'customer' } } }),
    eventBody({ id: 'evt_3', type: 'charge.refunded', data: { object: { id: 'ch_1', object: 'charge', customer: { id: 'cus_3' } } } }),
    eventBody({ id: 'evt_4', type: 'price.created', data: { object: { id: 'price_1', object: 'price' } } }),
    eventBody({ id: 'evt_5', type: 'invented.tomorrow', data: { object: { customer: 7 } } }),
  ]
  for (const payload of sent) expect(await post(payload, sign(payload))).toMatchObject({ statusCode: 200, body: '{}' })
  expect(recorded.map(({ eventId, customerRef }) => [eventId, customerRef])).toEqual([
    ['evt_1', 'cus_1'],
    ['evt_2', 'cus_2'],
    ['evt_3', 'cus_3'],
    ['evt_4', null],
    ['evt_5', null],
  ])
  expect(recorded[0]).toEqual({
    ...{ eventId: 'evt_1', kind: 'customer.subscription.updated', customerRef: 'cus_1' },
    occurredAt: new Date((seconds - 5) * 1000),
  })
  expect(woken()).toBe(5)
})

test('a refusal says nothing about what was wrong, and nothing is recorded', async () => {
  const { recorded, post } = await openServer()
  const answers = await Promise.all([
    post(body, sign(body, { secret: 'whsec_other' })),
    post(body, sign(body, { timestamp: seconds - 9000 })),
    post(body, sign(body, { timestamp: seconds + 9000 })),
    post(body.replace('cus_1', 'cus_2'), sign(body)),
  ])
  expect(new Set(answers.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ statusCode: 400 })
  expect(answers[0]?.json()).toMatchObject({ code: 'wrong_signature', message: expect.stringMatching(/\.$/) })
  expect(recorded).toEqual([])
})

test('an event of live mode is refused with a key of test mode', async () => {
  const { recorded, post } = await openServer()
  const live = eventBody({ livemode: true })
  const answer = await post(live, sign(live))
  expect(answer).toMatchObject({ statusCode: 400 })
  expect(answer.json()).toMatchObject({ code: 'wrong_mode', message: 'This event is from live mode, and our key is for test mode.' })
  expect(recorded).toEqual([])
})

test('a signed webhook that is no event is answered, so that it is not repeated for days', async () => {
  const { recorded, post } = await openServer()
  for (const payload of ['{}', '{"id":"evt_1","object":"v2.core.event"}', '[]'])
    expect((await post(payload, sign(payload))).statusCode, payload).toBeLessThan(500)
  expect(recorded).toEqual([])
})

test('a webhook that is too large is refused before it is checked', async () => {
  const { post } = await openServer()
  const large = eventBody({ note: 'x'.repeat(1024 * 1024) })
  expect((await post(large, sign(large))).statusCode).toBe(413)
})

// Tests the Graph client against the stand-in and servers with invalid responses.
import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { startWhatsApp } from '../../sandbox/whatsapp/start.ts'
import { openOutside } from '../foundation/outside.ts'
import { type Graph, openGraph } from './client.ts'
import { type EmailToSend, prepareEmail, sendText } from './send.ts'

const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync' })
afterAll(() => sandbox.stop())

const outside = openOutside({ allow: [], loopback: true })
const graphAt = (graphUrl: string, more: { accessToken?: string; appSecret?: string; numberId?: string; timeoutMs?: number } = {}): Graph =>
  openGraph({
    outside,
    graphUrl,
    graphVersion: 'v26.0',
    accessToken: 'sandbox-token',
    numberId: '100000000000001',
    wabaId: '200000000000001',
    timeoutMs: 500,
    ...more,
  })
const graph = graphAt(sandbox.url)

const phone = '15550100777'
const ids = { userId: '018f0000-0000-7000-8000-000000000001', deliveryId: '018f0000-0000-7000-8000-000000000002' }
const view = {
  from: [{ name: 'Ann', address: 'ann@example.com' }],
  to: [],
  cc: [],
  replyTo: [],
  subject: 'Hello',
  date: null,
  messageId: null,
  headers: [],
  body: 'Hi there — 👋',
  attachments: [],
  sizeBytes: 10,
  truncated: false,
  unparsed: null,
  fetched: 'all' as const,
  deliveredTo: [],
  calendar: null,
  auth: null,
}
const mail = { to: { waId: phone, waUserId: null }, ...ids, view, filterName: 'All', redact: null }

beforeEach(async () => {
  await fetch(`${sandbox.url}/_sim/reset`, { method: 'POST' })
  await sim('/phones/15550100777/messages', { text: 'hi' })
})

const send = async (to: Graph, email: EmailToSend) => (await prepareEmail(to, email))()

test('an email reaches the phone with the id of its delivery', async () => {
  const outcome = await send(graph, mail)
  const [message] = await received()
  expect(outcome).toEqual({ kind: 'sent', wamid: message?.wamid })
  expect(message).toMatchObject({
    to: phone,
    text: '*Hello*\nFrom: Ann <ann@example.com>\nFilter: All\n\nHi there — 👋',
    biz_opaque_callback_data: `${ids.userId}:${ids.deliveryId}`,
  })
})

test('a user without a visible number is reached by the business-scoped id', async () => {
  const { userId } = z.object({ userId: z.string() }).parse(await (await fetch(`${sandbox.url}/_sim/phones/${phone}`)).json())
  expect(await sendText(graph, { waId: null, waUserId: userId }, 'Hi')).toMatchObject({ kind: 'sent' })
  expect(await received()).toMatchObject([{ to: phone, text: 'Hi' }])
})

test('a closed window holds the email', async () => {
  expect(await send(graph, { ...mail, to: { waId: '15550100888', waUserId: null } })).toEqual({
    kind: 'held',
    reason: 'window_closed',
  })
})

test('an expired token makes the number wait, and Meta says so when asked for the number', async () => {
  await sim('/tokens/revoke')
  expect(await send(graph, mail)).toMatchObject({ kind: 'retry', scope: 'number', reason: 'token_expired' })
  expect(await graph.numberInfo()).toMatchObject({ kind: 'graph', code: 190 })
})

test('the number’s name can be read, with proof of the app secret if there is one', async () => {
  const ok = { kind: 'number', displayNumber: '+15550100123', verifiedName: 'Mailferry', quality: 'GREEN' }
  expect(await graph.numberInfo()).toMatchObject(ok)
  expect(await graphAt(sandbox.url, { appSecret: 'sandbox-secret' }).numberInfo()).toMatchObject(ok)
  expect(await graphAt(sandbox.url, { appSecret: 'another' }).numberInfo()).toMatchObject({ kind: 'graph', code: 100 })
  expect(await graphAt(sandbox.url, { numberId: '1' }).numberInfo()).toMatchObject({ kind: 'graph', code: 100, subcode: 33 })
})

test.each([
  [{ kind: 'error', code: 131056 }, { kind: 'retry', scope: 'destination', reason: 'pair_rate', afterMs: 16_000 }, 0],
  [{ kind: 'error', code: 131026 }, { kind: 'failed', reason: 'undeliverable', stop: 'delivery' }, 0],
  [{ kind: 'http', status: 500, json: true }, { kind: 'retry', reason: 'temporary' }, 0],
  [{ kind: 'http', status: 503 }, { kind: 'unknown', reason: 'no_answer' }, 0],
  [{ kind: 'html', status: 502 }, { kind: 'unknown', reason: 'no_answer' }, 0],
  [{ kind: 'html', status: 403 }, { kind: 'retry', scope: 'number', reason: 'not_meta' }, 0],
  [{ kind: 'reset' }, { kind: 'unknown', reason: 'no_answer' }, 0],
  [{ kind: 'hang' }, { kind: 'unknown', reason: 'no_answer' }, 0],
  [{ kind: 'hang', accept: true }, { kind: 'unknown', reason: 'no_answer' }, 1],
  [{ kind: 'accept-then-reset' }, { kind: 'unknown', reason: 'no_answer' }, 1],
  [{ kind: 'truncated-json' }, { kind: 'unknown', reason: 'no_answer' }, 1],
])('after the response %j an email is %j', async (action, expected, arrived) => {
  await sim('/faults', { action })
  expect(await send(graph, { ...mail, attempt: 3 })).toMatchObject(expected)
  expect(await received()).toHaveLength(arrived)
})

test('a server that cannot be reached received nothing, so the email is retried', async () => {
  const { url, stop } = await serve(() => undefined)
  await stop()
  expect(await send(graphAt(url), mail)).toMatchObject({ kind: 'retry', scope: 'number', reason: 'not_reached' })
})

test.each([
  ['a response without a wamid', 200, '{"messages":[]}'],
  ['a number as wamid', 200, '{"messages":[{"id":7}]}'],
  ['an empty response', 200, ''],
  ['an error without a code', 500, '{"error":"no"}'],
])('%s may mean that the message was accepted', async (_, status, body) => {
  const { url, stop } = await serve((_request, response) => response.writeHead(status).end(body))
  expect(await send(graphAt(url), mail)).toEqual({ kind: 'unknown', reason: 'no_answer' })
  await stop()
})

test.each([
  ['retry-after', '7200', 7_200_000],
  ['x-business-use-case-usage', '{"1":[{"type":"messaging","estimated_time_to_regain_access":20}]}', 1_200_000],
  ['x-business-use-case-usage', 'nonsense', 300_000],
  ['retry-after', '99999999', 86_400_000],
])('the header %s: %s is respected', async (name, value, afterMs) => {
  const { url, stop } = await serve((_request, response) => response.writeHead(429, { [name]: value }).end('{"error":{"code":80007}}'))
  expect(await send(graphAt(url), mail)).toMatchObject({ kind: 'retry', scope: 'number', afterMs })
  await stop()
})

test('an inbound message can be marked as read', async () => {
  const { wamid } = z.object({ wamid: z.string() }).parse(await (await sim(`/phones/${phone}/messages`, { text: 'seen?' })).json())
  expect(await graph.markRead(wamid)).toEqual({ kind: 'done' })
  expect(await graph.markRead('wamid.none')).toMatchObject({ kind: 'graph', code: 131009 })
})

const sim = (path: string, body?: unknown) =>
  fetch(`${sandbox.url}/_sim${path}`, {
    method: 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

const Received = z.object({ messages: z.array(z.looseObject({ wamid: z.string(), to: z.string(), text: z.string() })) })
const received = async () => Received.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages

async function serve(answer: RequestListener): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

// Tests calls of Stripe's API over a real connection: retries, waits for 429, and what failures become.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openOutside } from '../../foundation/outside.ts'
import { ProviderError } from '../provider.ts'
import { callStripe, findAtStripe, isDeclined, openClient } from './client.ts'
import { openOutsideFetch } from './outside-fetch.ts'

type Answer = (response: ServerResponse) => void

let answers: Answer[] = []
let asked: { path: string; key: string | undefined; body: string; headers: IncomingMessage['headers'] }[] = []

const server = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += chunk))
  request.on('end', () => {
    asked.push({ path: request.url ?? '', key: request.headers['idempotency-key']?.toString(), body, headers: request.headers })
    const answer = answers.shift() ?? json(200, { id: 'cus_1', object: 'customer' })
    answer(response)
  })
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
afterAll(() => void server.close())
beforeEach(() => {
  answers = []
  asked = []
})

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const outside = openOutside({ allow: [], loopback: true })
const client = openClient({ outside, url, secretKey: 'sk_test_1', timeoutMs: 1000 })

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const refusal = (status: number, error: object, headers?: Record<string, string>) => json(status, { error }, headers)
const hangUp: Answer = response => response.socket?.destroy()
const silent: Answer = () => undefined

const invalid = { type: 'invalid_request_error' }
const thrice = (answer: Answer): Answer[] => [answer, answer, answer]

const failureOf = async (call: () => Promise<unknown>): Promise<ProviderError> => {
  const error: unknown = await callStripe(call).catch((caught: unknown) => caught)
  if (!(error instanceof ProviderError)) throw new Error(`It was not refused: ${String(error)}`)
  return error
}

test('a request leaves through outside.ts as Stripe expects it', async () => {
  const customer = await client.customers.create({ metadata: { owner_id: '1' } }, { idempotencyKey: 'customer:1' })
  expect(customer.id).toBe('cus_1')
  expect(asked).toMatchObject([{ path: '/v1/customers', key: 'customer:1', body: 'metadata[owner_id]=1' }])
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer sk_test_1',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '20',
    'stripe-version': '2026-10-28.endive',
  })
  expect(asked[0]?.headers['x-stripe-client-telemetry']).toBeUndefined()
})

test('a private address is refused, whatever the settings say', async () => {
  const inside = openClient({ outside: openOutside({ allow: [], loopback: false }), url, secretKey: 'sk_test_1', timeoutMs: 1000 })
  expect(await failureOf(() => inside.customers.retrieve('cus_1'))).toMatchObject({ kind: 'unreachable' })
  expect(asked).toEqual([])
})

test('server errors and cut connections are retried with the same key', async () => {
  answers = [refusal(500, { type: 'api_error' }), hangUp]
  await client.customers.create({}, { idempotencyKey: 'customer:1' })
  expect(asked.map(({ key }) => key)).toEqual(['customer:1', 'customer:1', 'customer:1'])
})

test('a 429 is waited for: as long as Stripe asks, else longer each time, three tries at most', async () => {
  const limited = refusal(429, { type: 'invalid_request_error', code: 'rate_limit' })
  const waits: number[] = []
  const pause = async (ms: number) => void waits.push(ms)
  const ask = openOutsideFetch({ outside, timeoutMs: 5000, pause })
  answers = [limited, limited]
  expect((await ask(`${url}/v1/prices`, { method: 'GET' })).status).toBe(200)
  answers = [refusal(429, {}, { 'retry-after': '2' })]
  expect((await ask(`${url}/v1/prices`, { method: 'GET' })).status).toBe(200)
  answers = [limited, limited, limited]
  expect((await ask(`${url}/v1/prices`, { method: 'GET' })).status).toBe(429)
  // Nobody waits longer than the time-out.
  answers = [refusal(429, {}, { 'retry-after': '60' })]
  expect((await ask(`${url}/v1/prices`, { method: 'GET' })).status).toBe(429)
  expect(waits).toEqual([500, 1000, 2000, 500, 1000])
})

test.each<[string, ProviderError['kind'], RegExp, Answer[]]>([
  [
    'an object that does not exist',
    'missing',
    /No such/,
    [refusal(404, { ...invalid, code: 'resource_missing', message: 'No such price' })],
  ],
  ['a parameter that is wrong', 'refused', /Unknown/, [refusal(400, { ...invalid, message: 'Unknown parameter.' })]],
  ['a key that was used for something else', 'refused', /Start again\.$/, [refusal(400, { type: 'idempotency_error' })]],
  ['a declined card', 'refused', /declined/, [refusal(402, { type: 'card_error', message: 'Your card was declined.' })]],
  ['a wrong key', 'unreachable', /Check STRIPE_SECRET_KEY\.$/, [refusal(401, { type: 'authentication_error', message: 'Invalid' })]],
  ['a key without the permission', 'unreachable', /Check STRIPE_SECRET_KEY\.$/, [refusal(403, invalid)]],
  ['a server in trouble', 'unreachable', /\.$/, thrice(refusal(500, { type: 'api_error' }))],
  ['a page of a gateway', 'unreachable', /./, thrice(response => void response.writeHead(502).end('<html>'))],
  ['a cut connection', 'unreachable', /./, thrice(hangUp)],
])('%s becomes %s', async (_, kind, message, given) => {
  answers = [...given]
  expect(await failureOf(() => client.customers.retrieve('cus_1'))).toMatchObject({ kind, message: expect.stringMatching(message) })
})

test('a silent server is given up after the time-out', async () => {
  answers = [silent, silent, silent]
  const quick = openClient({ outside, url, secretKey: 'sk_test_1', timeoutMs: 100 })
  expect(await failureOf(() => quick.customers.retrieve('cus_1'))).toMatchObject({ kind: 'unreachable' })
})

test('a declined card and a missing object are told apart from other failures', async () => {
  answers = [refusal(402, { type: 'card_error', code: 'card_declined' })]
  expect(isDeclined(await failureOf(() => client.customers.retrieve('cus_1')))).toBe(true)
  answers = [refusal(400, { type: 'invalid_request_error' })]
  expect(isDeclined(await failureOf(() => client.customers.retrieve('cus_1')))).toBe(false)
  answers = [refusal(404, { type: 'invalid_request_error', code: 'resource_missing' })]
  expect(await findAtStripe(() => client.customers.retrieve('cus_1'))).toBeNull()
})

test('a bug of ours is not taken for a failure of Stripe', async () => {
  await expect(callStripe(() => Promise.reject(new TypeError('A bug.')))).rejects.toThrow(TypeError)
})

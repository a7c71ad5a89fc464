// Tests our API over real HTTP: access, responses, and repeated writes.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { shape } from '../../../core/api/shape.ts'
import { testDatabase } from '../../../test/database.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { digest, keyedDigest, newId } from '../seal.ts'
import { openApp } from './app.ts'
import type { KeyCheck } from './authentication.ts'
import { HttpError } from './errors.ts'
import { openRoutes } from './route.ts'

const { db } = await testDatabase()
const [readKey, writeKey, keyOwnerId] = [`mf_${'r'.repeat(38)}`, `mf_${'w'.repeat(38)}`, newId(new Date())]
const keys = new Map<string, KeyCheck>([
  [readKey, { kind: 'key', userId: keyOwnerId, keyId: 'reading', scope: 'read' }],
  [writeKey, { kind: 'key', userId: keyOwnerId, keyId: 'writing', scope: 'write' }],
  ['mf_late', { kind: 'expired' }],
  ['mf_gone', { kind: 'revoked' }],
  ['mf_free', { kind: 'beyond_plan' }],
])
const sessions = new Map(
  ['anna', 'ben', 'half'].map(name => [
    name,
    { userId: newId(new Date()), sessionId: newId(new Date()), isSecondStepDue: name === 'half', hasSecondStep: false },
  ]),
)
let app: FastifyInstance
let written: string[] = []
let currentTime = new Date('2026-11-20T10:00:00Z')

const noteApi = shape({ body: z.object({ text: z.string().check(z.minLength(1)) }), status: 201, answer: z.object({ text: z.string() }) })
const fileApi = shape({ status: 200, answer: z.unknown() })
async function* noBytes(): AsyncGenerator<Uint8Array> {}
const whoApi = shape({ status: 200, answer: z.object({ userId: z.string() }) })

beforeAll(async () => {
  app = await openApp(readConfig({}), openLog('silent'))
  const routes = openRoutes(app, {
    db,
    now: () => currentTime,
    verifySession: async bearer => sessions.get(bearer) ?? null,
    verifyKey: async token => keys.get(token) ?? { kind: 'unknown' },
    keyRequestsPerMinute: () => 5,
    requireProof: async () => undefined,
    fingerprint: text => keyedDigest(Buffer.from('a key'), text),
  })
  routes.user('GET', '/who', whoApi, async request => ({ userId: request.userId, secret: 'not in the shape' }))
  routes.user('POST', '/notes', noteApi, async request => {
    if (request.body.text === 'fail') throw new HttpError(422, 'no', 'Write something else.')
    written.push(request.body.text)
    return { text: `${request.body.text} ${written.length}` }
  })
  routes.user('GET', '/limited', whoApi, async request => ({ userId: request.userId }), 2)
  routes.download('/limited-file', fileApi, async () => ({ type: 'text/plain', name: 'a.txt', sizeBytes: 0, bytes: noBytes() }), 2)
  routes.reader('GET', '/readable', whoApi, async request => ({ userId: request.userId }))
  routes.writer('POST', '/writable', noteApi, async request => ({ text: request.body.text }))
  routes.user('POST', '/secrets', { ...noteApi, isSecret: true }, async request => ({
    text: `${request.body.text} ${written.push('secret')}`,
  }))
  routes.public('GET', '/broken', whoApi, async () => {
    throw new Error('a secret detail')
  })
})
beforeEach(() => {
  written = []
})
afterAll(() => app.close())

const post = (text: string, key?: string, bearer = 'anna') =>
  app.inject({
    method: 'POST',
    url: '/notes',
    payload: { text },
    headers: { authorization: `Bearer ${bearer}`, ...(key && { 'idempotency-key': key }) },
  })

test.each([undefined, 'Bearer nobody', 'anna', 'Basic anna'])('a request with authorization %s must sign in', async authorization => {
  const response = await app.inject({ url: '/who', headers: { ...(authorization && { authorization }) } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ code: 'not_signed_in', message: 'Sign in first, then try again.' })
})

test('an API key that the plan no longer includes is refused with a sentence', async () => {
  const response = await app.inject({ url: '/readable', headers: { authorization: 'Bearer mf_free' } })
  expect(response.statusCode).toBe(403)
  expect(response.json()).toMatchObject({
    code: 'plan_limit',
    message: expect.stringMatching(/plan without API keys\. To use the key again/),
  })
})

test('a session that still needs its second factor reaches nothing', async () => {
  const response = await app.inject({ url: '/who', headers: { authorization: 'Bearer half' } })
  expect([response.statusCode, response.json()]).toMatchObject([403, { code: 'insufficient_aal' }])
})

test('a field that is not in the schema is never sent', async () => {
  const response = await app.inject({ url: '/who', headers: { authorization: 'Bearer anna' } })
  expect(response.json()).toEqual({ userId: sessions.get('anna')?.userId })
})

test('a bug is reported by its request id, without its message', async () => {
  const response = await app.inject({ url: '/broken' })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('secret detail')
  expect(response.json()).toMatchObject({ code: 'internal', message: expect.stringContaining('request') })
})

test('an invalid body is refused before the handler runs', async () => {
  expect((await post('')).statusCode).toBe(400)
  const bad = await app.inject({
    method: 'POST',
    url: '/notes',
    payload: '{',
    headers: { authorization: 'Bearer anna', 'content-type': 'application/json' },
  })
  expect(bad.json()).toMatchObject({ code: 'bad_json' })
  expect(written).toEqual([])
})

test('a write repeated with its key runs once and returns the same response', async () => {
  const [first, again] = [await post('x', 'k1'), await post('x', 'k1')]
  expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
  expect(written).toEqual(['x'])
})

test('the stored fingerprint is keyed, because the body may hold a password', async () => {
  await post('a password', 'k5')
  const stored = await db.selectFrom('idempotency_keys').select('request_hash').where('key', '=', 'k5').executeTakeFirstOrThrow()
  const request = JSON.stringify(['POST', '/notes', { text: 'a password' }])
  expect(stored.request_hash).toEqual(keyedDigest(Buffer.from('a key'), request))
  expect(stored.request_hash).not.toEqual(digest(request))
})

test('the same key with another body is refused, and other users may use it', async () => {
  await post('x', 'k2')
  expect((await post('y', 'k2')).json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect((await post('y', 'k2', 'ben')).statusCode).toBe(201)
})

test('a refused write may be retried with its key', async () => {
  expect((await post('fail', 'k3')).statusCode).toBe(422)
  expect((await post('fail', 'k3')).statusCode).toBe(422)
})

test('a write whose host died may be repeated after a minute, not before', async () => {
  const userId = sessions.get('anna')?.userId ?? ''
  await post('x', 'k4')
  await db.updateTable('idempotency_keys').set({ status: null, body: null }).where('user_id', '=', userId).where('key', '=', 'k4').execute()
  expect((await post('x', 'k4')).json()).toMatchObject({ code: 'still_running' })
  currentTime = new Date(currentTime.getTime() + 61_000)
  expect((await post('x', 'k4')).statusCode).toBe(201)
})

test('every response has the security headers', async () => {
  const { headers } = await app.inject({ url: '/who' })
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  expect(headers['content-security-policy']).toContain("script-src 'self';")
})

test('a deeply nested body is refused; brackets inside strings do not count', async () => {
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/notes', payload, headers: { authorization: 'Bearer anna', 'content-type': 'application/json' } })
  expect((await send('['.repeat(100_000))).json()).toMatchObject({ code: 'bad_json', message: expect.stringContaining('flatter') })
  expect((await send(JSON.stringify({ text: '[{'.repeat(1000) + '\\"' }))).statusCode).toBe(201)
})

test('characters that the database cannot store are removed, complete ones stay', async () => {
  const payload = String.raw`{"text":"a\u0000b\ud800c \ud83d\ude00 \\u0000","\u0000__proto__":{"x":"\u0000"}}`
  const headers = { authorization: 'Bearer anna', 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url: '/notes', payload, headers })).statusCode).toBe(201)
  expect(written).toEqual(['ab\ufffdc 😀 \\u0000'])
})

test('a limit for one user does not affect another', async () => {
  for (const url of ['/limited', '/limited-file']) {
    const ask = async (bearer: string) => (await app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })).statusCode
    expect([await ask('anna'), await ask('anna'), await ask('anna'), await ask('ben')]).toEqual([200, 200, 429, 200])
  }
})

const ask = (bearer: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` }, ...(payload && { payload }) })

test('a key reaches the routes of its scope, and none without one', async () => {
  const text = { text: 'hello' }
  expect((await ask(readKey, 'GET', '/readable')).json()).toEqual({ userId: keyOwnerId })
  expect((await ask(writeKey, 'GET', '/readable')).json()).toEqual({ userId: keyOwnerId })
  expect((await ask(writeKey, 'POST', '/writable', text)).json()).toEqual(text)
  const refused = [
    await ask(readKey, 'POST', '/writable', text),
    await ask(writeKey, 'GET', '/who'),
    // Before the body is validated.
    await ask(writeKey, 'POST', '/notes', { wrong: true }),
    await ask('mf_late', 'GET', '/readable'),
    await ask('mf_gone', 'GET', '/readable'),
    await ask('mf_made-up', 'GET', '/readable'),
  ]
  expect(refused.map(response => [response.statusCode, response.json<{ code: string }>().code])).toEqual([
    [403, 'key_reads_only'],
    [403, 'key_not_taken'],
    [403, 'key_not_taken'],
    [401, 'key_expired'],
    [401, 'key_revoked'],
    [401, 'key_unknown'],
  ])
})

test('a key over its limit learns how long to wait, and another key is unaffected', async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => ask(readKey, 'GET', '/readable')))
  const limited = responses.filter(response => response.statusCode === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.headers['retry-after']).toMatch(/^\d+$/)
  expect((await ask(writeKey, 'GET', '/readable')).statusCode).toBe(200)
})

test('a secret response is not stored for repetition', async () => {
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/secrets',
      payload: { text: 'shown' },
      headers: { authorization: 'Bearer anna', 'idempotency-key': 'once' },
    })
  expect([(await send()).json(), (await send()).json()]).toEqual([{ text: 'shown 1' }, { text: 'shown 2' }])
  const stored = await db.selectFrom('idempotency_keys').select('body').where('key', '=', 'once').execute()
  expect(stored).toEqual([])
})

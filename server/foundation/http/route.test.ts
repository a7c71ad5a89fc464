// The doors of our API over real HTTP: who gets in, what comes back, and writes that are repeated.
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
const [reading, writing, mine] = [`mf_${'r'.repeat(38)}`, `mf_${'w'.repeat(38)}`, newId(new Date())]
const keys = new Map<string, KeyCheck>([
  [reading, { kind: 'key', userId: mine, keyId: 'reading', scope: 'read' }],
  [writing, { kind: 'key', userId: mine, keyId: 'writing', scope: 'write' }],
  ['mf_late', { kind: 'expired' }],
  ['mf_gone', { kind: 'revoked' }],
])
const people = new Map(
  ['anna', 'ben', 'half'].map(name => [
    name,
    { userId: newId(new Date()), sessionId: newId(new Date()), isSecondStepDue: name === 'half' },
  ]),
)
let app: FastifyInstance
let written: string[] = []
let hour = new Date('2026-11-20T10:00:00Z')

const note = shape({ body: z.object({ text: z.string().check(z.minLength(1)) }), status: 201, answer: z.object({ text: z.string() }) })
const who = shape({ status: 200, answer: z.object({ userId: z.string() }) })

beforeAll(async () => {
  app = await openApp(readConfig({}), openLog('silent'))
  const doors = openRoutes(app, {
    db,
    now: () => hour,
    verifySession: async bearer => people.get(bearer) ?? null,
    isAdmin: async userId => userId === people.get('ben')?.userId,
    verifyKey: async token => keys.get(token) ?? { kind: 'unknown' },
    keyRequestsAMinute: 5,
    fingerprint: text => keyedDigest(Buffer.from('a key'), text),
  })
  doors.person('GET', '/who', who, async ask => ({ userId: ask.userId, secret: 'not in the shape' }))
  doors.person('POST', '/notes', note, async ask => {
    if (ask.body.text === 'fail') throw new HttpError(422, 'no', 'Write something else.')
    written.push(ask.body.text)
    return { text: `${ask.body.text} ${written.length}` }
  })
  doors.person('GET', '/rare', who, async ask => ({ userId: ask.userId }), 2)
  doors.reader('GET', '/looks', who, async ask => ({ userId: ask.userId }))
  doors.writer('POST', '/changes', note, async ask => ({ text: ask.body.text }))
  doors.person('POST', '/secrets', { ...note, isSecret: true }, async ask => ({ text: `${ask.body.text} ${written.push('secret')}` }))
  doors.admin('POST', '/deeds', note, async ask => ({ text: ask.body.text }))
  doors.anyone('GET', '/broken', who, async () => {
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

test.each([undefined, 'Bearer nobody', 'anna', 'Basic anna'])('a call with authorization %s is told to sign in', async authorization => {
  const answer = await app.inject({ url: '/who', headers: { ...(authorization && { authorization }) } })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({ code: 'not_signed_in', message: 'Sign in first, then try again.' })
})

test('who still owes the second factor is told so, and reaches nothing', async () => {
  const answer = await app.inject({ url: '/who', headers: { authorization: 'Bearer half' } })
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'insufficient_aal' }])
})

test('a field that is not in the shape never leaves', async () => {
  const answer = await app.inject({ url: '/who', headers: { authorization: 'Bearer anna' } })
  expect(answer.json()).toEqual({ userId: people.get('anna')?.userId })
})

test('a bug is told by its request number, without its text', async () => {
  const answer = await app.inject({ url: '/broken' })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret detail')
  expect(answer.json()).toMatchObject({ code: 'internal', message: expect.stringContaining('request') })
})

test('a body that does not fit is refused before the handler runs', async () => {
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

test('a write repeated with its key happens once and answers the same', async () => {
  const [first, again] = [await post('x', 'k1'), await post('x', 'k1')]
  expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
  expect(written).toEqual(['x'])
})

test('what is kept of a request cannot be tried without the key: its body may hold a password', async () => {
  await post('a password', 'k5')
  const kept = await db.selectFrom('idempotency_keys').select('request_hash').where('key', '=', 'k5').executeTakeFirstOrThrow()
  const asked = JSON.stringify(['POST', '/notes', { text: 'a password' }])
  expect(kept.request_hash).toEqual(keyedDigest(Buffer.from('a key'), asked))
  expect(kept.request_hash).not.toEqual(digest(asked))
})

test('the same key for another body is refused, and belongs to its person alone', async () => {
  await post('x', 'k2')
  expect((await post('y', 'k2')).json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect((await post('y', 'k2', 'ben')).statusCode).toBe(201)
})

test('a refused write may be tried again with its key', async () => {
  expect((await post('fail', 'k3')).statusCode).toBe(422)
  expect((await post('fail', 'k3')).statusCode).toBe(422)
})

test('a write that was cut off with its host may be repeated after a minute, not before', async () => {
  const userId = people.get('anna')?.userId ?? ''
  await post('x', 'k4')
  await db.updateTable('idempotency_keys').set({ status: null, body: null }).where('user_id', '=', userId).where('key', '=', 'k4').execute()
  expect((await post('x', 'k4')).json()).toMatchObject({ code: 'still_running' })
  hour = new Date(hour.getTime() + 61_000)
  expect((await post('x', 'k4')).statusCode).toBe(201)
})

test('every answer carries the headers that keep a browser from being tricked', async () => {
  const { headers } = await app.inject({ url: '/who' })
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  expect(headers['content-security-policy']).toContain("script-src 'self';")
})

test('a body that nests without end is refused, brackets inside texts do not count', async () => {
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/notes', payload, headers: { authorization: 'Bearer anna', 'content-type': 'application/json' } })
  expect((await send('['.repeat(100_000))).json()).toMatchObject({ code: 'bad_json', message: expect.stringContaining('flatter') })
  expect((await send(JSON.stringify({ text: '[{'.repeat(1000) + '\\"' }))).statusCode).toBe(201)
})

test('what the database cannot keep is left out of texts at the door, whole letters stay', async () => {
  const payload = String.raw`{"text":"a\u0000b\ud800c \ud83d\ude00 \\u0000","\u0000__proto__":{"x":"\u0000"}}`
  const headers = { authorization: 'Bearer anna', 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url: '/notes', payload, headers })).statusCode).toBe(201)
  expect(written).toEqual(['ab\ufffdc 😀 \\u0000'])
})

test('a person who hurries is told how long to wait, and nobody else is', async () => {
  const ask = async (bearer: string) => (await app.inject({ url: '/rare', headers: { authorization: `Bearer ${bearer}` } })).statusCode
  expect([await ask('anna'), await ask('anna'), await ask('anna'), await ask('ben')]).toEqual([200, 200, 429, 200])
})

test('what is for administrators refuses everybody else before it reads what they sent', async () => {
  const ask = (bearer: string, body: unknown) =>
    app.inject({ method: 'POST', url: '/deeds', headers: { authorization: `Bearer ${bearer}` }, payload: Object(body) })
  expect((await ask('ben', { text: 'mend' })).statusCode).toBe(201)
  for (const body of [{ text: 'mend' }, {}]) {
    const refused = await ask('anna', body)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'admins_only' })
  }
  expect((await ask('nobody', { text: 'mend' })).statusCode).toBe(401)
  expect((await ask('half', { text: 'mend' })).statusCode).toBe(403)
})

const ask = (bearer: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` }, ...(payload && { payload }) })

test('a key opens what its scope opens, and nothing that names none', async () => {
  const text = { text: 'hello' }
  expect((await ask(reading, 'GET', '/looks')).json()).toEqual({ userId: mine })
  expect((await ask(writing, 'GET', '/looks')).json()).toEqual({ userId: mine })
  expect((await ask(writing, 'POST', '/changes', text)).json()).toEqual(text)
  const refused = [
    await ask(reading, 'POST', '/changes', text),
    await ask(writing, 'GET', '/who'),
    // Before what was sent is looked at.
    await ask(writing, 'POST', '/notes', { wrong: true }),
    await ask('mf_late', 'GET', '/looks'),
    await ask('mf_gone', 'GET', '/looks'),
    await ask('mf_made-up', 'GET', '/looks'),
  ]
  expect(refused.map(answer => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
    [403, 'key_reads_only'],
    [403, 'key_not_taken'],
    [403, 'key_not_taken'],
    [401, 'key_expired'],
    [401, 'key_revoked'],
    [401, 'key_unknown'],
  ])
})

test('a key that asks too often is told how long to wait, and another is not', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(reading, 'GET', '/looks')))
  const hurried = answers.filter(answer => answer.statusCode === 429)
  expect(hurried.length).toBeGreaterThan(0)
  expect(hurried[0]?.headers['retry-after']).toMatch(/^\d+$/)
  expect((await ask(writing, 'GET', '/looks')).statusCode).toBe(200)
})

test('an answer that is shown once is kept for no repetition', async () => {
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/secrets',
      payload: { text: 'shown' },
      headers: { authorization: 'Bearer anna', 'idempotency-key': 'once' },
    })
  expect([(await send()).json(), (await send()).json()]).toEqual([{ text: 'shown 1' }, { text: 'shown 2' }])
  const kept = await db.selectFrom('idempotency_keys').select('body').where('key', '=', 'once').execute()
  expect(kept).toEqual([])
})

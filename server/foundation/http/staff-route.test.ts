// Tests who may call routes of the console, and their CSV and NDJSON responses, over real HTTP.
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { shape, Time } from '../../../core/api/shape.ts'
import { testDatabase } from '../../../test/database.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { keyedDigest, newId } from '../seal.ts'
import { openApp } from './app.ts'
import { openStaffRoutes } from './staff-route.ts'

const { db } = await testDatabase()
const newSession = (hasSecondStep: boolean) => ({
  ...{ userId: newId(new Date()), sessionId: newId(new Date()) },
  ...{ isSecondStepDue: false, hasSecondStep },
})
const sessions = new Map([
  ['admin', newSession(true)],
  ['admin_without_factor', newSession(false)],
  ['admin_leaving', newSession(true)],
  ['support', newSession(true)],
  ['user', newSession(true)],
])
const roleOf = (userId: string) => [...sessions].find(([, session]) => session.userId === userId)?.[0].split('_')[0] ?? ''
const textApi = shape({ status: 200, answer: z.object({ text: z.string() }) })
const searchApi = shape({ ...textApi, query: z.object({ q: z.string(), from: Time }) })
const csvApi = shape({ status: 200, answer: z.string() })
let app: FastifyInstance

beforeAll(async () => {
  app = await openApp(readConfig({}), openLog('silent'))
  const routes = openStaffRoutes(app, {
    ...{ db, now: () => new Date(), verifyKey: async () => ({ kind: 'unknown' as const }), keyRequestsPerMinute: () => 5 },
    verifySession: async bearer => sessions.get(bearer) ?? null,
    rolesOf: async userId => [roleOf(userId)],
    recheckMs: 20,
    fingerprint: text => keyedDigest(Buffer.from('a key'), text),
  })
  routes.staff(['admin'], 'POST', '/close', textApi, async () => ({ text: 'closed' }))
  routes.staffCsv(['admin', 'support'], '/rows.csv', csvApi, async () => ({ name: 'rows', head: ['name', 'amount'], rows: rows() }))
  routes.staff(['admin'], 'GET', '/search', searchApi, async ({ query }) => {
    await sql`select ${query.q}::text, ${query.from}::timestamptz`.execute(db)
    return { text: 'found' }
  })
  routes.staffStream(['admin'], '/follow', textApi, async (_, send, over) => {
    send({ text: 'open' })
    await once(over, 'abort')
    send({ text: 'ended' })
  })
  routes.staffStream(['admin'], '/tail', textApi, async (_, send) => send({ text: 'a line' }))
})
afterAll(() => app.close())

async function* rows() {
  yield ['Anna, "A"', 1.5]
  yield ['=HYPERLINK("http://evil.example")', null]
  yield ['Anna; =1+1;\t@A1', '＝1+1']
  yield ['a=b; c-d', '\n+1']
}

const ask = (bearer: string, method: 'GET' | 'POST', url: string) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` } })

test.each([
  ['nobody', 401, 'not_signed_in'],
  ['user', 403, 'admins_only'],
  ['support', 403, 'role_missing'],
  ['admin_without_factor', 403, 'insufficient_aal'],
])('%s is refused', async (bearer, status, code) => {
  for (const answer of [await ask(bearer, 'POST', '/close'), await ask(bearer, 'GET', '/tail')])
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})

test('a role with a second factor is let in, to what it may call', async () => {
  expect((await ask('admin', 'POST', '/close')).json()).toEqual({ text: 'closed' })
  expect((await ask('admin', 'GET', '/tail')).body).toBe('{"text":"a line"}\n')
  expect((await ask('support', 'GET', '/rows.csv')).statusCode).toBe(200)
})

test('a stream ends soon after the session or the role of its reader has', async () => {
  const following = ask('admin_leaving', 'GET', '/follow')
  setTimeout(() => sessions.delete('admin_leaving'), 60)
  expect((await following).body).toBe('{"text":"open"}\n{"text":"ended"}\n')
})

test('CSV is quoted, and no cell is run as a formula', async () => {
  const { headers, body } = await ask('admin', 'GET', '/rows.csv')
  expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="rows.csv"' })
  expect(body.split('\r\n')).toEqual([
    ...['\uFEFFname,amount', '"Anna, ""A""",1.5', `"'=HYPERLINK(""http://evil.example"")",`],
    ...[`Anna; '=1+1;\t'@A1,'＝1+1`, `a=b; c-d,"'\n+1"`, ''],
  ])
})

test.each([
  ['text', '2026-11-26T12:00:00Z', 200],
  ['%00', '2026-11-26T12:00:00Z', 400],
  ['text', '0000-01-01T00:00:00Z', 400],
])('a search for %s from %s, which PostgreSQL may have no room for, is answered with %i', async (q, from, status) => {
  expect((await ask('admin', 'GET', `/search?q=${q}&from=${from}`)).statusCode).toBe(status)
})

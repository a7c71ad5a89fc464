// Tests over real HTTP and PostgreSQL that abandoned reads end at once, and that slow ones of one person stop nobody else.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { shape } from '../../../core/api/shape.ts'
import { testDatabase } from '../../../test/database.ts'
import { elapsed } from '../clock.ts'
import { readConfig } from '../config.ts'
import { forEverybody } from '../db/abandoned.ts'
import { openDb, openPool } from '../db/pool.ts'
import { openLog } from '../log.ts'
import { keyedDigest, newId } from '../seal.ts'
import { openApp } from './app.ts'
import { openRoutes, type UserRouteBuilderDeps } from './route.ts'

// The requests have a pool of their own, as on a host.
const { db: watching, url: database } = await testDatabase()
const db = openDb(openPool(database, 8))
const answerApi = shape({ status: 200, answer: z.object({ ok: z.boolean() }) })
const people = new Map(Array.from({ length: 30 }, (_, n) => [`person-${n}`, newId(new Date())]))
let url = ''
const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '100000' }), openLog('silent'))
const sleepFor = (seconds: number) => sql`select pg_sleep(${seconds}::float8), 'asleep'`.execute(db)

beforeAll(async () => {
  const deps: UserRouteBuilderDeps = {
    requireProof: async () => undefined,
    ...{ db, now: () => new Date(), keyRequestsPerMinute: () => 5, readTimes: { waitMs: 1_000, maxMs: 60_000 } },
    verifySession: async bearer => {
      const userId = people.get(bearer)
      return userId ? { userId, sessionId: newId(new Date()), isSecondStepDue: false, hasSecondStep: false } : null
    },
    verifyKey: async () => ({ kind: 'unknown' }),
    fingerprint: text => keyedDigest(Buffer.from('a key'), text),
  }
  const routes = openRoutes(app, deps)
  const answer = async (work: () => Promise<unknown>) => {
    await work()
    return { ok: true }
  }
  routes.user('GET', '/slow', answerApi, () => answer(() => sleepFor(30)))
  routes.user('GET', '/slow-transaction', answerApi, () =>
    answer(() => db.transaction().execute(tx => sql`select pg_sleep(30), 'asleep'`.execute(tx))),
  )
  routes.user('GET', '/shared', answerApi, () => answer(() => forEverybody(() => sleepFor(1))))
  routes.user('GET', '/quick', answerApi, () => answer(() => sql`select 1`.execute(db)))
  const impatient = openRoutes(app, { ...deps, readTimes: { waitMs: 1_000, maxMs: 500 } })
  impatient.user('GET', '/late', answerApi, () => answer(() => sleepFor(30)))
  routes.user('POST', '/write', answerApi, () => answer(() => sleepFor(1)))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await db.destroy()
})

const ask = (path: string, person: string, signal: AbortSignal | null = null, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${person}` }, signal })

/** Statements of this test that PostgreSQL is running. */
async function countAsleep(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where state = 'active' and query like '%asleep%' and pid <> pg_backend_pid() and datname = current_database()`.execute(watching)
  return rows[0]?.n ?? 0
}

async function abandon(path: string, persons: string[]): Promise<void> {
  const leave = new AbortController()
  const asked = persons.map(person => ask(path, person, leave.signal).catch(() => null))
  await expect.poll(countAsleep).toBeGreaterThan(0)
  leave.abort()
  await Promise.all(asked)
}

test('two hundred abandoned reads leave no statement behind, and everybody else is answered at once', async () => {
  await abandon(
    '/slow',
    Array.from({ length: 200 }, (_, n) => `person-${n % 20}`),
  )
  const left = elapsed()
  for (let n = 20; n < 30; n++) expect((await ask('/quick', `person-${n}`)).status).toBe(200)
  await expect.poll(countAsleep).toBe(0)
  expect(elapsed() - left).toBeLessThan(10_000)
})

test('an abandoned transaction ends, too', async () => {
  await abandon('/slow-transaction', ['person-1'])
  await expect.poll(countAsleep).toBe(0)
})

test('what others share is not ended with the request that began it', async () => {
  await abandon('/shared', ['person-1'])
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(await countAsleep()).toBe(1)
  await expect.poll(countAsleep, { timeout: 5_000 }).toBe(0)
})

test('a write goes on when its client has left', async () => {
  const leave = new AbortController()
  const asked = ask('/write', 'person-2', leave.signal, 'POST').catch(() => null)
  await expect.poll(countAsleep).toBe(1)
  leave.abort()
  await asked
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(await countAsleep()).toBe(1)
  await expect.poll(countAsleep, { timeout: 5_000 }).toBe(0)
})

test('one person has three reads under way: others of theirs wait, then are refused, and nobody else notices', async () => {
  const leave = new AbortController()
  const slow = Array.from({ length: 3 }, () => ask('/slow', 'person-3', leave.signal).catch(() => null))
  await expect.poll(countAsleep).toBe(3)
  const fourth = ask('/quick', 'person-3')
  const asked = elapsed()
  expect((await ask('/quick', 'person-4')).status).toBe(200)
  expect(elapsed() - asked).toBeLessThan(1_000)
  const refused = await fourth
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 'too_many_reads', message: expect.stringContaining('Wait until they’ve loaded') },
  ])
  expect((await Promise.race([...slow, ask('/quick', 'person-4')]))?.status).toBe(200)
  leave.abort()
  await Promise.all(slow)
  expect((await ask('/quick', 'person-3')).status).toBe(200)
})

test('a read that takes too long is ended with a sentence', async () => {
  const response = await ask('/late', 'person-5')
  expect([response.status, await response.json()]).toEqual([503, { code: 'too_slow', message: expect.stringContaining('took too long') }])
  await expect.poll(countAsleep).toBe(0)
})

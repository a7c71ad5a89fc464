// Tests refresh token families over HTTP: rotation, lost responses, theft and concurrency.
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type AuthServer, authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db, url } = await testDatabase()
const server = await authServer(db, { switches: roomy })

const refresh = (token: string, at: AuthServer = server) => call(at, 'POST', '/token?grant_type=refresh_token', { refresh_token: token })
const tokenOf = (answer: { body: Record<string, unknown> | null }) => String(answer.body?.['refresh_token'])

async function signIn(at: AuthServer = server) {
  const { body } = await call(at, 'POST', '/signup', somebody())
  const bearer = String(body?.['access_token'])
  return { first: String(body?.['refresh_token']), bearer, sessionId: String(decodeJwt(bearer)['session_id']) }
}

const isAlive = async (sessionId: string) =>
  (await db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()) !== undefined

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('refreshes: a new token each time, the same session and person', async () => {
    const client = open(server.url)
    const { data } = await client.auth.signUp(somebody())
    const { data: next, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(next.session?.refresh_token).not.toBe(data.session?.refresh_token)
    expect(next.user?.id).toBe(data.user?.id)
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  test('setSession with a token whose access token has expired refreshes it', async () => {
    const own = await authServer(db)
    own.wait(-70 * 60_000)
    const { data } = await open(own.url).auth.signUp(somebody())
    own.wait(70 * 60_000)
    const { data: next, error } = await open(own.url).auth.setSession({
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(error).toBeNull()
    expect(next.session?.refresh_token).not.toBe(data.session?.refresh_token)
  })

  test('is told of an invalid refresh token in the words it knows', async () => {
    const { error } = await open(server.url).auth.refreshSession({ refresh_token: 'invalid' })
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found', message: expect.stringContaining('Invalid Refresh Token') })
  })
})

test('a lost response is repeated: the parent of the active token gets the active one, even days later', async () => {
  const { first } = await signIn()
  const second = tokenOf(await refresh(first))
  server.wait(3_600_000)
  const again = await refresh(first)
  expect(tokenOf(again)).toBe(second)
  expect((await refresh(second)).status).toBe(200)
})

test('a copied token that gets the active one is in the log each time, as nobody else would notice', async () => {
  const { first, sessionId } = await signIn()
  const second = tokenOf(await refresh(first))
  await refresh(first)
  expect(await reuses(sessionId)).toEqual([])
  server.wait(11_000)
  const stolen = await refresh(first)
  expect(tokenOf(stolen)).toBe(second)
  expect(await reuses(sessionId)).toEqual([false])
  const third = tokenOf(await refresh(second))
  server.wait(11_000)
  expect(tokenOf(await refresh(second))).toBe(third)
  expect(await reuses(sessionId)).toEqual([false, false])
})

test('a session that nobody refreshed for 75 minutes has ended, though its time is not over', async () => {
  const { first, sessionId } = await signIn()
  server.wait(74 * 60_000)
  const second = tokenOf(await refresh(first))
  server.wait(75 * 60_000)
  expect(await refresh(second)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
  expect(await isAlive(sessionId)).toBe(false)
})

/** Whether each noted reuse ended the session. */
async function reuses(sessionId: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('activity_logs')
    .select(sql<{ session_id: string; ends_session: boolean }>`details -> 'event_data'`.as('data'))
    .where('action', '=', 'suspicious_activity')
    .orderBy('created_at')
    .execute()
  return rows.filter(({ data }) => data.session_id === sessionId).map(({ data }) => data.ends_session)
}

test('an exchanged token that comes back after the interval ends the session for both who hold it', async () => {
  const { first, bearer, sessionId } = await signIn()
  const third = tokenOf(await refresh(tokenOf(await refresh(first))))
  server.wait(10_000)
  expect(await refresh(first)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } })
  expect(await refresh(third)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
  expect(await isAlive(sessionId)).toBe(false)
  expect(await server.auth.verifySession(bearer)).toBeNull()
})

test('within the reuse interval an exchanged token gets the active one and the session stays valid', async () => {
  const { first, sessionId } = await signIn()
  const third = tokenOf(await refresh(tokenOf(await refresh(first))))
  server.wait(9_000)
  expect(tokenOf(await refresh(first))).toBe(third)
  expect(await isAlive(sessionId)).toBe(true)
})

test('an instance without a reuse interval accepts only the parent token again', async () => {
  const strict = await authServer(db, { switches: { autoconfirm: true, reuseIntervalMs: 0 } })
  const { first } = await signIn(strict)
  const second = tokenOf(await refresh(first, strict))
  expect(tokenOf(await refresh(first, strict))).toBe(second)
  await refresh(second, strict)
  expect(await refresh(first, strict)).toMatchObject({ body: { error_code: 'refresh_token_already_used' } })
})

test('no refresh reaches past eight hours, and the access token ends with the session', async () => {
  const own = await authServer(db, { switches: { refreshWithinMs: 8 * 3_600_000 } })
  const { first, sessionId } = await signIn(own)
  own.wait(7.5 * 3_600_000)
  const answer = await refresh(first, own)
  expect(Number(answer.body?.['expires_in'])).toBeLessThanOrEqual(1800)
  expect(Number(answer.body?.['expires_in'])).toBeGreaterThan(1790)
  own.wait(0.5 * 3_600_000)
  expect(await refresh(tokenOf(answer), own)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
  expect(await isAlive(sessionId)).toBe(false)
})

test('refresh tokens are stored as hashes, and only the active one sealed', async () => {
  const { first, sessionId } = await signIn()
  const second = tokenOf(await refresh(first))
  const rows = await db.selectFrom('refresh_tokens').selectAll().where('session_id', '=', sessionId).orderBy('created_at').execute()
  expect(rows.map(r => r.sealed_token === null)).toEqual([true, false])
  for (const row of rows) for (const token of [first, second]) expect(JSON.stringify(row)).not.toContain(token)
  expect(rows[1]?.sealed_token?.includes(second)).toBe(false)
})

test('twenty refreshes of one token at once all get the same new one', async () => {
  const { first } = await signIn()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([200]))
  expect(new Set(answers.map(tokenOf)).size).toBe(1)
})

test('refreshes are limited per session, guesses per address', async () => {
  const limits = { refresh: { points: 3, seconds: 300 }, token: { points: 4, seconds: 300 } }
  const own = await authServer(db, { switches: { limits } })
  const [one, two] = [await signIn(own), await signIn(own)]
  const statuses = async (token: string, times: number) => {
    const seen: number[] = []
    for (let i = 0; i < times; i++) seen.push((await refresh(token, own)).status)
    return seen
  }
  expect(await statuses(one.first, 4)).toEqual([200, 200, 200, 429])
  expect(await statuses(two.first, 1)).toEqual([200])
  expect(await statuses('a guess', 5)).toEqual([400, 400, 400, 400, 429])
  expect(await statuses(two.first, 1)).toEqual([200])
})

test('while the database is down a refresh gets a retryable error and the session stays valid', async () => {
  const { first, sessionId } = await signIn()
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin')
  await other.query('select * from sessions where id = $1 for update', [sessionId])
  const answer = await refresh(first)
  await other.query('rollback')
  await other.end()
  expect(answer).toMatchObject({ status: 503, body: { error_code: 'unexpected_failure', error_id: expect.any(String) } })
  expect((await refresh(first)).status).toBe(200)
})

test('whatever is presented at once: one active token, and the session ends exactly when an old token was reused', async () => {
  const round = fc.record({ waitMs: fc.constantFrom(0, 4_000, 11_000), picks: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async rounds => {
      const { first, sessionId } = await signIn()
      const history = [first]
      for (const { waitMs, picks } of rounds) {
        server.wait(waitMs)
        const answers = await Promise.all(picks.map(p => refresh(history[p % history.length] ?? first)))
        for (const { status } of answers) expect([200, 400]).toContain(status)
        for (const token of answers.filter(a => a.status === 200).map(tokenOf)) if (!history.includes(token)) history.push(token)
        const tokens = await db.selectFrom('refresh_tokens').selectAll().where('session_id', '=', sessionId).execute()
        const reused = answers.some(a => a.body?.['error_code'] === 'refresh_token_already_used')
        expect(await isAlive(sessionId)).toBe(!reused)
        if (reused) return
        expect(answers.every(a => a.status === 200)).toBe(true)
        expect(tokens.filter(t => !t.revoked_at)).toHaveLength(1)
        expect(tokens).toHaveLength(history.length)
      }
    }),
    { numRuns: 25 },
  )
})

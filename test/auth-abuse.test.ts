// Tests that strangers cannot find out who has an account, and that their attempts are limited.
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()

/** The names and kinds of what an object holds, all the way down. */
const shapeOf = (value: unknown): unknown =>
  value instanceof Object ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)])) : typeof value

/** The least CPU time in which this process refuses a sign-in, by kind: a busy machine lengthens the wait for an answer, but not the work. */
async function leastWork(rounds: number): Promise<{ wrong: number; unknown: number }> {
  const server = await authServer(db)
  const person = somebody()
  await server.auth.createUser(person)
  const least = { wrong: Infinity, unknown: Infinity }
  const measure = async (kind: keyof typeof least, body: unknown) => {
    const before = process.cpuUsage()
    expect((await call(server, 'POST', '/token?grant_type=password', body)).status).toBe(400)
    const { user, system } = process.cpuUsage(before)
    least[kind] = Math.min(least[kind], user + system)
  }
  for (let i = 0; i < rounds; i++) {
    await measure('wrong', { ...person, password: 'not the password' })
    await measure('unknown', somebody())
  }
  return least
}

test('an unknown address costs as much work as a wrong password', async () => {
  // auth-alike.test.ts compares the times. Without the work on a dummy hash the second would take a fifth.
  const { wrong, unknown } = await leastWork(12)
  expect(unknown / wrong).toBeGreaterThan(0.5)
  expect(unknown / wrong).toBeLessThan(2)
})

test('passwords are stored as argon2id', async () => {
  const server = await authServer(db)
  const person = somebody()
  await server.auth.createUser(person)
  const { password_hash } = await db.selectFrom('users').select('password_hash').where('email', '=', person.email).executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$/)
})

test('past the limit of its address every sign-in and sign-up is refused, the right one too', async () => {
  const few = { points: 2, seconds: 300 }
  const server = await authServer(db, { switches: { autoconfirm: true, limits: { token: few, signup: few } } })
  const person = somebody()
  await server.auth.createUser(person)
  for (const status of [200, 200, 429]) expect((await call(server, 'POST', '/token?grant_type=password', person)).status).toBe(status)
  for (const status of [200, 200, 429]) expect((await call(server, 'POST', '/signup', somebody())).status).toBe(status)
  const last = await call(server, 'POST', '/signup', somebody())
  expect(last.body).toMatchObject({ error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' })
})

test('a forwarded address counts where its proxy is trusted, and is air where it is not', async () => {
  const one = { points: 1, seconds: 300 }
  const switches = { limits: { ...roomy.limits, recover: one } }
  const behind = await authServer(db, { switches }, { TRUSTED_PROXIES: '127.0.0.1' })
  const open = await authServer(db, { switches })
  const ask = async (at: typeof open, from: string) =>
    (await call(at, 'POST', '/recover', { email: somebody().email }, { 'x-forwarded-for': from, 'x-forwarded-host': 'evil.example' }))
      .status
  expect([await ask(behind, '203.0.113.1'), await ask(behind, '203.0.113.2'), await ask(behind, '203.0.113.1')]).toEqual([200, 200, 429])
  expect([await ask(open, '203.0.113.1'), await ask(open, '203.0.113.2')]).toEqual([200, 429])
  const person = somebody()
  await behind.auth.createUser(person)
  const evil = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', host: '127.0.0.9' }
  await call(behind, 'POST', '/recover', { email: person.email }, evil)
  expect((await behind.mailTo(person.email)).link.origin).toBe('http://mailferry.example')
})

test('wrong passwords for one account are counted from wherever they come, and the right one forgives', async () => {
  const server = await authServer(db, { switches: { limits: { ...roomy.limits, wrongPassword: { points: 3, seconds: 900 } } } })
  const person = somebody()
  await server.auth.createUser(person)
  const enter = async (password: string, email = person.email) =>
    (await call(server, 'POST', '/token?grant_type=password', { email, password })).status
  for (const status of [400, 400]) expect(await enter('a wrong password')).toBe(status)
  expect(await enter(person.password)).toBe(200)
  for (const status of [400, 400, 400, 429]) expect(await enter('a wrong password')).toBe(status)
  expect(await enter(person.password)).toBe(429)
  const unknown = somebody().email
  for (const status of [400, 400, 400, 429]) expect(await enter('a wrong password', unknown)).toBe(status)
})

test('a password that was stolen elsewhere is refused at sign-up and change, and nobody is kept out by it', async () => {
  const server = await authServer(db, { switches: roomy, isBreached: async password => password === 'correct horse battery' })
  const weak = await call(server, 'POST', '/signup', { ...somebody(), password: 'correct horse battery' })
  expect(weak).toMatchObject({ status: 422, body: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } } })
  const { body } = await call(server, 'POST', '/signup', somebody())
  const authorization = `Bearer ${String(body?.['access_token'])}`
  expect(await call(server, 'PUT', '/user', { password: 'correct horse battery' }, { authorization })).toMatchObject({
    body: { error_code: 'weak_password' },
  })
  const person = { ...somebody(), password: 'correct horse battery' }
  await server.auth.createUser(person)
  expect((await call(server, 'POST', '/token?grant_type=password', person)).status).toBe(200)
})

describe.each(clients)('where addresses must be confirmed, supabase-js %s', (_name, open) => {
  test('signs up without a session and cannot sign in yet', async () => {
    const server = await authServer(db, { switches: { autoconfirm: false } })
    const client = open(server.url)
    const person = somebody()
    const { data, error } = await client.auth.signUp(person)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.email).toBe(person.email)
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect((await client.auth.signInWithPassword(person)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    expect((await client.auth.signInWithPassword({ ...person, password: 'a wrong password' })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('gets a user that nobody is for a taken address, in the shape of a new one', async () => {
    const server = await authServer(db, { switches: { autoconfirm: false } })
    const person = somebody()
    const id = await server.auth.createUser(person)
    const { data, error } = await open(server.url).auth.signUp({ ...person, password: 'another password' })
    expect(error).toBeNull()
    const { data: fresh } = await open(server.url).auth.signUp(somebody())
    expect(shapeOf(data.user)).toEqual(shapeOf(fresh.user))
    expect(data.user).toMatchObject({
      email: person.email,
      role: 'authenticated',
      identities: [{ identity_data: { email: person.email } }],
    })
    expect(data.user?.id).not.toBe(id)
    expect((await open(server.url).auth.signInWithPassword(person)).error).toBeNull()
  })

  test('learns nothing of who waits at an address for the confirmation', async () => {
    const server = await authServer(db, { switches: { ...roomy, autoconfirm: false } })
    const person = somebody()
    const first = await open(server.url).auth.signUp({ ...person, options: { data: { name: 'Ada' } } })
    const { data } = await open(server.url).auth.signUp({ ...person, options: { data: { name: 'Eve' } } })
    expect(data.user?.id).not.toBe(first.data.user?.id)
    expect(data.user?.user_metadata).toEqual({ name: 'Eve' })
    expect(shapeOf(data.user)).toEqual(shapeOf(first.data.user))
  })

  test('finds sign-up closed where it is', async () => {
    const server = await authServer(db, { switches: { signUpOpen: false } })
    expect((await open(server.url).auth.signUp(somebody())).error).toMatchObject({ status: 422, code: 'signup_disabled' })
    expect((await call(server, 'GET', '/settings')).body).toMatchObject({ disable_signup: true })
  })

  test('signs in anonymously where that is on', async () => {
    const server = await authServer(db, { switches: { anonymous: true } })
    const { data, error } = await open(server.url).auth.signInAnonymously({ options: { data: { from: 'here' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { from: 'here' }, identities: [] })
  })
})

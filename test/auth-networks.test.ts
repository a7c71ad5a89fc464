// Attacks the sign-in of others from a few networks: what a stranger sends uses up nothing that others need.
import pg from 'pg'
import { expect, test } from 'vitest'
import { type AuthServer, authServer, call, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db, url } = await testDatabase()

/** Behind a proxy that is trusted, so that requests come from the networks that they name. */
const behindProxy = (switches: object) => authServer(db, { switches: { ...roomy, ...switches } }, { TRUSTED_PROXIES: '127.0.0.1' })
const from = (network: string) => ({ 'x-forwarded-for': network })
const signIn = async (server: AuthServer, person: object, network: string) =>
  (await call(server, 'POST', '/token?grant_type=password', person, from(network))).status

test('wrong passwords from many networks lock nobody out where they have signed in before', async () => {
  const limits = { ...roomy.limits, wrongPassword: { points: 2, seconds: 900 }, wrongPasswordElsewhere: { points: 5, seconds: 900 } }
  const [server, another] = [await behindProxy({ limits }), await behindProxy({ limits })]
  const person = somebody()
  await server.auth.createUser(person)
  expect(await signIn(server, person, '192.0.2.1')).toBe(200)
  const wrong = { ...person, password: 'a guess' }
  const tries = []
  for (const network of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    for (let i = 0; i < 3; i++) tries.push(await signIn(i % 2 ? another : server, wrong, network))
  // Two a network, five in all, over all hosts.
  expect(tries).toEqual([400, 400, 429, 400, 400, 429, 400, 429, 429])
  expect(await signIn(server, wrong, '198.51.100.4')).toBe(429)
  expect(await signIn(server, person, '192.0.2.1')).toBe(200)
})

test('a text of any length is refused before it is counted, and what is counted is short', async () => {
  const server = await behindProxy({})
  const status = async (path: string, body: object) => (await call(server, 'POST', path, body)).status
  const long = `${'a'.repeat(20_000)}@example.com`
  for (const [path, body] of [
    ['/token?grant_type=password', { email: long, password: 'x' }],
    ['/token?grant_type=password', { email: 'a@example.com', password: long }],
    ['/otp', { email: long }],
    ['/recover', { email: long }],
    ['/resend', { type: 'signup', email: long }],
    ['/signup', { email: long, password: 'a long enough password' }],
    ['/verify', { type: 'signup', email: long, token: '1' }],
    ['/verify', { type: long, email: 'a@example.com', token: '1' }],
    ['/token?grant_type=pkce', { auth_code: long, code_verifier: long }],
    ['/token?grant_type=refresh_token', { refresh_token: long }],
  ] as const)
    expect([path, await status(path, body)]).toEqual([path, 400])
  expect(await status('/token?grant_type=password', { email: `${'a'.repeat(1_000_000)}@example.com`, password: 'x' })).toBe(413)
  await status('/token?grant_type=password', { email: `${'a'.repeat(300)}@example.com`, password: 'x' })
  const keys = await db.selectFrom('rate_limits').select('key').execute()
  expect(Math.max(...keys.map(({ key }) => key.length))).toBeLessThan(80)
})

test('emails that strangers request use up nobody else’s: sign-ups wait, recovery does not', async () => {
  const limits = {
    ...roomy.limits,
    emails: { points: 4, seconds: 3600 },
    emailsFromNetwork: { points: 3, seconds: 3600 },
    emailToAddress: { points: 1, seconds: 60 },
  }
  const server = await behindProxy({ autoconfirm: false, limits })
  const owner = somebody()
  await server.auth.createUser(owner)
  const ask = async (path: string, email: string, network: string) => (await call(server, 'POST', path, { email }, from(network))).status
  // Addresses that nobody has cost the budget nothing: nothing is sent.
  for (const status of [200, 200, 200, 429]) expect(await ask('/recover', somebody().email, '203.0.113.1')).toBe(status)
  for (const network of ['203.0.113.2', '203.0.113.3'])
    for (let i = 0; i < 2; i++) expect(await ask('/otp', somebody().email, network)).toBe(200)
  expect(await ask('/otp', somebody().email, '203.0.113.4')).toBe(429)
  expect(await ask('/recover', owner.email, '203.0.113.5')).toBe(200)
  expect((await server.mailTo(owner.email)).subject).toMatch(/password/i)
})

test('a stranger who asks for somebody’s recovery emails delays only other strangers', async () => {
  const limits = { ...roomy.limits, emailToAddress: { points: 1, seconds: 60 }, emailsFromNetwork: { points: 30, seconds: 3600 } }
  const server = await behindProxy({ autoconfirm: false, limits })
  const owner = somebody()
  await server.auth.createUser(owner)
  expect(await signIn(server, owner, '192.0.2.1')).toBe(200)
  const recover = async (network: string) => (await call(server, 'POST', '/recover', { email: owner.email }, from(network))).status
  for (const status of [200, 429, 429]) expect(await recover('203.0.113.7')).toBe(status)
  expect(await recover('203.0.113.8')).toBe(429)
  for (const status of [200, 429]) expect(await recover('192.0.2.1')).toBe(status)
})

test('guessed refresh tokens cost the database nothing', async () => {
  const server = await behindProxy({})
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin')
  await other.query('lock table refresh_tokens in access exclusive mode')
  const guess = await call(server, 'POST', '/token?grant_type=refresh_token', { refresh_token: 'a'.repeat(43) })
  await other.query('rollback')
  await other.end()
  expect(guess).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
})

test('codes are guessed so many times a day from one network, however many emails bring new tries', async () => {
  const server = await behindProxy({ autoconfirm: false, limits: { ...roomy.limits, codeTriesADay: { points: 6, seconds: 86_400 } } })
  const owner = somebody()
  await server.auth.createUser(owner)
  const verify = async (token: string, network: string) =>
    (await call(server, 'POST', '/verify', { type: 'recovery', email: owner.email, token }, from(network))).status
  const guessed: number[] = []
  for (let email = 0; email < 3; email++) {
    await call(server, 'POST', '/recover', { email: owner.email }, from('203.0.113.1'))
    for (const guess of ['00000000', '00000001', '00000002', '00000003']) guessed.push(await verify(guess, '203.0.113.1'))
  }
  expect(guessed).toEqual([...Array(6).fill(403), ...Array(6).fill(429)])
  const { code } = await server.mailTo(owner.email)
  expect(await verify(code, '203.0.113.1')).toBe(429)
  expect(await verify(code, '192.0.2.1')).toBe(200)
})

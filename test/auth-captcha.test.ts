// Tests captchas at sign-in and sign-up, with the official clients and a stand-in for the verifier.
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startCaptcha } from '../sandbox/captcha/stand-in.ts'
import { openCaptcha } from '../server/auth/captcha.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const secret = 'a secret of the site'
const verifier = await startCaptcha({ secret })
afterAll(verifier.stop)
afterEach(() => verifier.misbehave(null))

const outside = openOutside({ allow: [], loopback: true })
const settings = { provider: 'turnstile', siteKey: 'site-key', secret, verifyUrl: verifier.url } as const
const server = await authServer(db, { captcha: () => openCaptcha(outside, settings), switches: { ...roomy, anonymous: true } })

const failed = { status: 400, code: 'captcha_failed' }

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('signs up, in, anonymously, and asks for mails with a captcha that was solved, each with one of its own', async () => {
    const client = open(server.url)
    const { email, password } = somebody()
    const captcha = () => ({ captchaToken: verifier.solve() })
    expect((await client.auth.signUp({ email, password, options: captcha() })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password, options: captcha() })).error).toBeNull()
    expect((await client.auth.signInWithOtp({ email, options: captcha() })).error).toBeNull()
    expect((await open(server.url).auth.signInAnonymously({ options: captcha() })).error).toBeNull()
    expect((await client.auth.resetPasswordForEmail(somebody().email, captcha())).error).toBeNull()
    expect((await client.auth.resend({ type: 'signup', email: somebody().email, options: captcha() })).error).toBeNull()
    expect(verifier.requests.at(-1)).toMatchObject({ secret, remoteip: '127.0.0.1', response: expect.stringMatching(/^P1_/) })
  })

  test('without one nothing of this is done, and the refusal says so', async () => {
    const client = open(server.url)
    const { email, password } = somebody()
    await server.auth.createUser({ email, password })
    const message = 'captcha protection: request disallowed (no captcha_token found)'
    expect((await client.auth.signUp(somebody())).error).toMatchObject({ ...failed, message })
    expect((await client.auth.signInWithPassword({ email, password })).error).toMatchObject({ ...failed, message })
    expect((await client.auth.signInWithOtp({ email })).error).toMatchObject(failed)
    expect((await client.auth.signInAnonymously()).error).toMatchObject(failed)
    expect((await client.auth.resetPasswordForEmail(email)).error).toMatchObject(failed)
    expect((await client.auth.resend({ type: 'signup', email })).error).toMatchObject(failed)
  })

  test('a session continues without one', async () => {
    const client = open(server.url)
    await client.auth.signUp({ ...somebody(), options: { captchaToken: verifier.solve() } })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

const signIn = (captcha_token: unknown, person: object = somebody()) =>
  call(server, 'POST', '/token?grant_type=password', { ...person, gotrue_meta_security: { captcha_token } })

test('a captcha that nobody solved, or that was used, is refused in the words of its verifier', async () => {
  const person = somebody()
  await server.auth.createUser(person)
  const token = verifier.solve()
  expect((await signIn(token, person)).status).toBe(200)
  const used = await signIn(token, person)
  expect(used).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } })
  expect(used.body?.['message']).toBe('captcha protection: request disallowed (timeout-or-duplicate)')
  expect((await signIn('made up', person)).body?.['message']).toBe('captcha protection: request disallowed (invalid-input-response)')
})

test('what is no token is not shown to the verifier', async () => {
  const before = verifier.requests.length
  for (const token of [undefined, null, '', '   '])
    expect(await signIn(token)).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } })
  for (const token of [7, {}, 'x'.repeat(16_385)])
    expect(await signIn(token)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  expect(verifier.requests).toHaveLength(before)
})

test.each(['away', 'nonsense'] as const)('nobody passes while the verifier is %s, and they are told to come back', async how => {
  const person = somebody()
  await server.auth.createUser(person)
  const token = verifier.solve()
  verifier.misbehave(how)
  const refused = await signIn(token, person)
  expect(refused).toMatchObject({ status: 503, body: { error_code: 'unexpected_failure' } })
  expect(refused.body?.['message']).toMatch(/Try again in a minute$/)
  verifier.misbehave(null)
  expect((await signIn(token, person)).status).toBe(200)
})

test('a verifier that is not there, and a secret that is wrong, let nobody pass', async () => {
  const nowhere = await authServer(db, { captcha: () => openCaptcha(outside, { ...settings, verifyUrl: 'http://127.0.0.1:9/siteverify' }) })
  const body = { ...somebody(), gotrue_meta_security: { captcha_token: verifier.solve() } }
  expect((await call(nowhere, 'POST', '/signup', body)).status).toBe(503)
  const wrong = await authServer(db, { captcha: () => openCaptcha(outside, { ...settings, secret: 'another' }) })
  expect(await call(wrong, 'POST', '/signup', body)).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } })
})

test('attempts are counted before the verifier is called', async () => {
  const own = await authServer(db, {
    captcha: () => openCaptcha(outside, settings),
    switches: { limits: { ...roomy.limits, captcha: { points: 2, seconds: 300 } } },
  })
  const before = verifier.requests.length
  const body = { ...somebody(), gotrue_meta_security: { captcha_token: 'made up' } }
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await call(own, 'POST', '/token?grant_type=password', body)).status)
  expect(statuses).toEqual([400, 400, 429])
  expect(verifier.requests).toHaveLength(before + 2)
})

test('hCaptcha is told which site key it must have been solved for', async () => {
  const check = openCaptcha(outside, { ...settings, provider: 'hcaptcha' })
  expect(await check(verifier.solve(), '192.0.2.1')).toEqual([])
  expect(verifier.requests.at(-1)).toMatchObject({ sitekey: 'site-key', remoteip: '192.0.2.1' })
})

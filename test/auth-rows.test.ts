// Tests the remaining rows of the auth conformance table, with the official clients and raw requests.
import { describe, expect, test } from 'vitest'
import { type AuthServer, authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, anonymous: true } })
const redirectTo = 'https://app.example/here'
const confirming = await authServer(db, { switches: { ...roomy, autoconfirm: false, redirectAllow: ['https://app.example/**'] } })

async function bearerOf(at: AuthServer = server, person: object = somebody()) {
  const { body } = await call(at, 'POST', '/signup', person)
  return { authorization: `Bearer ${String(body?.['access_token'])}`, id: String(Object(body?.['user']).id) }
}

describe.each(clients)('supabase-js %s', (_name, open) => {
  /** A client that keeps its PKCE secret, as in a browser. */
  const opened = (at: AuthServer) => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    return open(at.url, { flowType: 'pkce', storage, persistSession: true })
  }
  const exchanged = async (client: ReturnType<typeof opened>, email: string) => {
    const target = await openLink(confirming, await confirming.mailTo(email))
    return client.auth.exchangeCodeForSession(String(target.searchParams.get('code')))
  }

  test('a password that is now too short still signs in, with a warning', async () => {
    const strict = await authServer(db, { switches: { ...roomy, passwordMin: 40 } })
    const person = somebody()
    await server.auth.createUser(person)
    const { data, error } = await open(strict.url).auth.signInWithPassword(person)
    expect(error).toBeNull()
    expect(data.weakPassword).toEqual({ message: 'Password should be at least 40 characters.', reasons: ['length'] })
    expect((await open(server.url).auth.signInWithPassword(person)).data.weakPassword).toBeUndefined()
  })

  test('sign-up, recovery and a change of address follow PKCE from the mail to the session', async () => {
    const person = somebody()
    const fresh = opened(confirming)
    await fresh.auth.signUp({ ...person, options: { emailRedirectTo: redirectTo } })
    expect((await exchanged(fresh, person.email)).data.user?.email).toBe(person.email)
    const forgetful = opened(confirming)
    await forgetful.auth.resetPasswordForEmail(person.email, { redirectTo })
    const recovered = await exchanged(forgetful, person.email)
    expect(recovered.error).toBeNull()
    expect(Reflect.get(recovered.data, 'redirectType')).toMatch(/recovery/i)
    const next = somebody().email
    await forgetful.auth.updateUser({ email: next }, { emailRedirectTo: redirectTo })
    const half = await openLink(confirming, await confirming.mailTo(person.email))
    expect(half.searchParams.get('message')).toMatch(/^Confirmation link accepted/)
    expect((await exchanged(forgetful, next)).data.user?.email).toBe(next)
  })

  test('a PKCE code is useless without the secret of the requesting client', async () => {
    const person = somebody()
    await confirming.auth.createUser(person)
    const asked = opened(confirming)
    await asked.auth.signInWithOtp({ email: person.email, options: { emailRedirectTo: redirectTo } })
    const code = String((await openLink(confirming, await confirming.mailTo(person.email))).searchParams.get('code'))
    const thief = opened(confirming)
    await thief.auth.signInWithOtp({ email: somebody().email })
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({ status: 400, code: 'bad_code_verifier' })
    expect((await asked.auth.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('the hash of a magic link signs in without the link', async () => {
    const person = somebody()
    await confirming.auth.createUser(person)
    const client = open(confirming.url)
    await client.auth.signInWithOtp({ email: person.email })
    const token_hash = String((await confirming.mailTo(person.email)).link.searchParams.get('token'))
    expect((await client.auth.verifyOtp({ token_hash, type: 'email' })).data.user?.email).toBe(person.email)
    expect((await client.auth.verifyOtp({ token_hash, type: 'magiclink' })).error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('single sign-on, other providers, and id tokens answer that there are none, and nothing is linked', async () => {
    const client = open(server.url)
    expect((await client.auth.signInWithSSO({ domain: 'example.com' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    })
    expect((await client.auth.signInWithIdToken({ provider: 'google', token: 'x' })).error).toMatchObject({ code: 'provider_disabled' })
    const { data } = await client.auth.signUp(somebody())
    expect((await client.auth.linkIdentity({ provider: 'google' })).error).toMatchObject({ status: 400, code: 'validation_failed' })
    const [identity] = data.user?.identities ?? []
    if (!identity) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    expect((await client.auth.admin.listUsers()).error).toMatchObject({ status: 403 })
  })

  test('a code to reauthenticate goes to an address alone, and only to a confirmed one', async () => {
    const nobody = open(server.url)
    await nobody.auth.signInAnonymously()
    expect((await nobody.auth.reauthenticate()).error).toMatchObject({ status: 400, code: 'validation_failed' })
    const person = somebody()
    const { data } = await open(server.url).auth.signUp(person)
    await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', String(data.user?.id)).execute()
    const unconfirmed = open(server.url)
    await unconfirmed.auth.setSession({
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect((await unconfirmed.auth.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' })
  })

  test('a mail asked for twice in a minute is refused with the seconds to wait', async () => {
    const own = await authServer(db, { switches: { autoconfirm: false } })
    const client = open(own.url)
    const person = somebody()
    await own.auth.createUser(person)
    expect((await client.auth.resetPasswordForEmail(person.email)).error).toBeNull()
    for (const again of [
      await client.auth.resetPasswordForEmail(person.email),
      await client.auth.signInWithOtp({ email: person.email }),
      await client.auth.resend({ type: 'signup', email: person.email }),
      await client.auth.signUp(person),
    ])
      expect(again.error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
        message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      })
  })
})

/** Other tests come from the same network. */
const forgetCounted = () => db.deleteFrom('rate_limits').execute()

const few = { points: 2, seconds: 300 }
const limited: [limit: string, method: string, path: string, body: () => object | undefined, signedIn?: 'signed in'][] = [
  ['token', 'POST', '/token?grant_type=password', () => ({ email: somebody().email, password: 'x' })],
  ['token', 'POST', '/token?grant_type=pkce', () => ({ auth_code: 'x', code_verifier: 'x' })],
  ['token', 'POST', '/token?grant_type=refresh_token', () => ({ refresh_token: 'x' })],
  ['signup', 'POST', '/signup', () => somebody()],
  ['anonymous', 'POST', '/signup', () => ({})],
  ['verify', 'POST', '/verify', () => ({ type: 'recovery', token_hash: 'x' })],
  ['otp', 'POST', '/otp', () => ({ email: somebody().email })],
  ['recover', 'POST', '/recover', () => ({ email: somebody().email })],
  ['resend', 'POST', '/resend', () => ({ type: 'signup', email: somebody().email })],
  ['user', 'PUT', '/user', () => ({ data: {} }), 'signed in'],
  ['account', 'GET', '/user', () => undefined, 'signed in'],
  ['account', 'GET', '/reauthenticate', () => undefined, 'signed in'],
  ['account', 'POST', '/factors', () => ({ factor_type: 'phone' }), 'signed in'],
  ['account', 'DELETE', '/factors/x', () => undefined, 'signed in'],
  ['factorChallenge', 'POST', '/factors/x/challenge', () => ({}), 'signed in'],
  ['factorVerify', 'POST', '/factors/x/verify', () => ({}), 'signed in'],
]
test.each(limited)('past the limit %s, %s %s is 429', async (limit, method, path, body, signedIn) => {
  await forgetCounted()
  const own = await authServer(db, { switches: { anonymous: true, limits: { ...roomy.limits, [limit]: few } } })
  const headers = signedIn ? { authorization: (await bearerOf(own)).authorization } : {}
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await call(own, method, path, body(), headers)).status)
  expect(statuses.slice(0, 2)).not.toContain(429)
  expect(await call(own, method, path, body(), headers)).toMatchObject({
    status: 429,
    body: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
  })
})

test('past its limit a link leads back with the reason, and a mail to everybody waits', async () => {
  await forgetCounted()
  const own = await authServer(db, { switches: { ...roomy, autoconfirm: false, limits: { ...roomy.limits, verify: few, emails: few } } })
  const link = new URL('http://x.example/auth/v1/verify?token=x&type=signup')
  for (const code of ['otp_expired', 'otp_expired', 'over_request_rate_limit'])
    expect((await openLink(own, { link })).hash).toContain(`error_code=${code}`)
  for (const status of [200, 200, 429]) expect((await call(own, 'POST', '/otp', { email: somebody().email })).status).toBe(status)
})

test('what has no limit of its own is counted by address with every request, a refresh never', async () => {
  const own = await authServer(db, { switches: roomy }, { REQUESTS_A_MINUTE: '3' })
  const { body } = await call(own, 'POST', '/signup', somebody())
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await call(own, 'GET', '/settings')).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  const refused = await call(own, 'POST', '/recover', { email: somebody().email })
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(await call(own, 'POST', '/token?grant_type=refresh_token', { refresh_token: body?.['refresh_token'] })).toMatchObject({
    status: 200,
  })
})

const wireHeaders = 'authorization,apikey,content-type,x-client-info,x-supabase-api-version'
test.each([
  ['/auth/v1/token?grant_type=password', 'POST'],
  ['/auth/v1/user', 'PUT'],
  ['/auth/v1/factors/x', 'DELETE'],
  ['/auth/v1/logout', 'POST'],
  ['/rest/v1/user_roles', 'GET'],
  ['/functions/v1/log-activity', 'POST'],
])('a browser of another origin may ask %s by %s, without cookies, and read the version of a refusal', async (path, method) => {
  const origin = 'https://app.example.com'
  const preflight = await fetch(server.url + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': wireHeaders },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
  for (const name of wireHeaders.split(',')) expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const answer = await fetch(server.url + path, { method, headers: { origin, 'x-supabase-api-version': '2024-01-01' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  for (const name of ['x-supabase-api-version', 'content-range', 'x-sb-error-code'])
    expect(answer.headers.get('access-control-expose-headers')).toContain(name)
})

const refusals: [method: string, path: string, status: number, code: string][] = [
  ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
  ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
  ['GET', '/.well-known/oauth-authorization-server', 404, 'feature_disabled'],
  ['GET', '/user/oauth/grants', 404, 'feature_disabled'],
  ['POST', '/oauth/token', 404, 'feature_disabled'],
  ['GET', '/admin/oauth/clients', 404, 'feature_disabled'],
  ['GET', '/admin/custom-providers', 404, 'feature_disabled'],
  ['DELETE', '/passkeys/x', 404, 'webauthn_credential_not_found'],
  ['POST', '/invite', 403, 'not_admin'],
  ['POST', '/admin/generate_link', 403, 'not_admin'],
  ['POST', '/logout?scope=odd', 400, 'validation_failed'],
  ['POST', '/factors/x/challenge', 404, 'validation_failed'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/verify', 404, 'mfa_factor_not_found'],
]
test.each(refusals)('%s %s is %i %s, signed in too', async (method, path, status, code) => {
  const { authorization } = await bearerOf()
  const body = method === 'POST' ? {} : undefined
  expect(await call(server, method, path, body, { authorization })).toMatchObject({ status, body: { error_code: code } })
})

test('webauthn is refused as a second factor if it is turned off', async () => {
  const own = await authServer(db, { switches: { ...roomy, webauthn: false } })
  const { authorization } = await bearerOf(own)
  const enroll = { friendly_name: 'key', factor_type: 'webauthn' }
  expect(await call(own, 'POST', '/factors', enroll, { authorization })).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_webauthn_enroll_not_enabled' },
  })
})

test('a sign-out answers 204 with nothing', async () => {
  const { authorization } = await bearerOf()
  expect(await call(server, 'POST', '/logout?scope=local', undefined, { authorization })).toMatchObject({ status: 204, body: null })
  expect(await call(server, 'POST', '/logout', undefined, { authorization })).toMatchObject({
    status: 403,
    body: { error_code: 'session_not_found' },
  })
})

test('invalid UUIDs and characters that no database stores are client errors', async () => {
  const { authorization } = await bearerOf()
  for (const path of ['/factors/1', '/factors/%00', "/factors/'"])
    expect((await call(server, 'DELETE', path, undefined, { authorization })).status).toBe(404)
  const zero = { email: 'zero\u0000@example.com', password: 'a long enough password', data: { a: '\u0000' } }
  for (const path of ['/signup', '/token?grant_type=password', '/recover', '/otp'])
    expect([200, 400]).toContain((await call(server, 'POST', path, zero)).status)
})

test('unfinished flows are removed after a day, sessions after their eight hours', async () => {
  const own = await authServer(db, { switches: roomy })
  const { authorization, id } = await bearerOf(own)
  const { body: factor } = await call(own, 'POST', '/factors', { factor_type: 'totp' }, { authorization })
  await call(own, 'POST', `/factors/${String(factor?.['id'])}/challenge`, {}, { authorization })
  const [{ email } = { email: '' }] = await db.selectFrom('users').select('email').where('id', '=', id).execute()
  await call(own, 'POST', '/recover', { email, code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' })
  const left = async () => {
    const count = async (table: 'sessions' | 'flow_states' | 'challenges') =>
      (await db.selectFrom(table).select('id').where('user_id', '=', id).execute()).length
    return [await count('sessions'), await count('flow_states'), await count('challenges')]
  }
  await own.auth.sweep()
  expect(await left()).toEqual([1, 1, 1])
  own.wait(8 * 3_600_000 + 1000)
  await own.auth.sweep()
  expect(await left()).toEqual([0, 1, 1])
  own.wait(16 * 3_600_000)
  await own.auth.sweep()
  expect(await left()).toEqual([0, 0, 0])
})

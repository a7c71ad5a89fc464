// Tests sign-up, sign-in, the current user and sign-out with the official client (newest and 2.49).
import { createClient } from '@supabase/supabase-js'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, publishableKey, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const signedOutElsewhere: string[] = []
const server = await authServer(db, { onOthersSignedOut: async (_, userId) => void signedOutElsewhere.push(userId) })

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('signs up and is signed in immediately', async () => {
    const client = open(server.url)
    const { email, password } = somebody()
    const before = Math.floor(Date.now() / 1000)
    const { data, error } = await client.auth.signUp({ email: email.toUpperCase(), password, options: { data: { name: 'Ada' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      user_metadata: { name: 'Ada' },
      is_anonymous: false,
    })
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(data.user?.identities).toMatchObject([{ id: data.user?.id, provider: 'email', identity_data: { email, sub: data.user?.id } }])
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(data.session?.expires_at).toBeGreaterThanOrEqual(before + 3600)
    expect(data.session?.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600)
  })

  test('signs in with the right password, gets its user and signs out', async () => {
    const client = open(server.url)
    const person = somebody()
    await server.auth.createUser(person)
    const { data } = await client.auth.signInWithPassword(person)
    expect(data.session?.user.last_sign_in_at).toBeDefined()
    const { data: got } = await client.auth.getUser()
    expect(got.user?.email).toBe(person.email)
    expect((await client.auth.signOut()).error).toBeNull()
    const { error } = await client.auth.getUser(data.session?.access_token)
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  test('is refused alike for a wrong password and an unknown address', async () => {
    const client = open(server.url)
    const person = somebody()
    await server.auth.createUser(person)
    const wrong = await client.auth.signInWithPassword({ ...person, password: 'not the password' })
    const unknown = await client.auth.signInWithPassword(somebody())
    for (const { error } of [wrong, unknown])
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  })

  test('gets an error for a taken address and for a weak password', async () => {
    const client = open(server.url)
    const person = somebody()
    await server.auth.createUser(person)
    expect((await client.auth.signUp(person)).error).toMatchObject({ status: 422, code: 'user_already_exists' })
    const weak = await client.auth.signUp({ ...somebody(), password: 'short' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons: ['length'] })
    expect((await client.auth.signUp({ ...somebody(), password: 'ä'.repeat(37) })).error).toMatchObject({ code: 'validation_failed' })
    expect((await client.auth.signUp({ email: 'nonsense', password: 'long enough password' })).error).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('gets no anonymous session where that is off', async () => {
    expect((await open(server.url).auth.signInAnonymously()).error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  })

  test('sign-out ends all sessions, this one, or the others', async () => {
    const person = somebody()
    await server.auth.createUser(person)
    const three = [open(server.url), open(server.url), open(server.url)] as const
    const signIn = () => Promise.all(three.map(c => c.auth.signInWithPassword(person)))
    const alive = () => Promise.all(three.map(async c => (await c.auth.refreshSession()).error === null))
    await signIn()
    const before = signedOutElsewhere.length
    await three[0].auth.signOut({ scope: 'others' })
    expect(await alive()).toEqual([true, false, false])
    await signIn()
    await three[0].auth.signOut({ scope: 'local' })
    expect(await alive()).toEqual([false, true, true])
    expect(signedOutElsewhere).toHaveLength(before + 1)
    await signIn()
    await three[0].auth.signOut()
    expect(await alive()).toEqual([false, false, false])
    expect(signedOutElsewhere).toHaveLength(before + 2)
  })

  test('hands the claims of its token to the session check until it signs out', async () => {
    const client = open(server.url)
    const { data } = await client.auth.signUp(somebody())
    const bearer = data.session?.access_token ?? ''
    const claims = decodeJwt(bearer)
    expect(await server.auth.verifySession(bearer)).toEqual({
      userId: claims.sub,
      sessionId: claims['session_id'],
      isSecondStepDue: false,
      hasSecondStep: false,
    })
    await client.auth.signOut({ scope: 'local' })
    expect(await server.auth.verifySession(bearer)).toBeNull()
    expect(await server.auth.verifySession('nonsense')).toBeNull()
    expect(await server.auth.verifySession(publishableKey)).toBeNull()
  })
})

test('getClaims checks the token against the JWKS without asking for the user', async () => {
  const client = createClient(server.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data } = await client.auth.signUp(somebody())
  const bearer = data.session?.access_token ?? ''
  await client.auth.signOut({ scope: 'local' })
  const { data: got, error } = await client.auth.getClaims(bearer)
  expect(error).toBeNull()
  expect(got?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(got?.claims).toMatchObject({
    iss: 'http://mailferry.example/auth/v1',
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    phone: '',
    is_anonymous: false,
  })
  const [head, payload, signature = ''] = bearer.split('.')
  const forged = [head, payload, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join('.')
  expect((await client.auth.getClaims(forged)).error).toMatchObject({ message: 'Invalid JWT signature' })
})

test('the JWKS shows the public key alone and names the one that signs', async () => {
  const { headers, body } = await call(server, 'GET', '/.well-known/jwks.json')
  const { body: session } = await call(server, 'POST', '/signup', somebody())
  const { kid } = decodeProtectedHeader(String(session?.['access_token']))
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  const coordinate = expect.stringMatching(/^[\w-]{43}$/)
  expect(body).toEqual({
    keys: [{ kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  })
})

test('two hosts that start at once sign with one key', async () => {
  const { db: fresh } = await testDatabase()
  const hosts = await Promise.all([authServer(fresh), authServer(fresh), authServer(fresh)])
  const { body } = await call(hosts[0], 'POST', '/signup', somebody())
  const bearer = String(body?.['access_token'])
  for (const host of hosts) expect(await host.auth.verifySession(bearer)).not.toBeNull()
  expect(await fresh.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
})

test('settings and health say what the wire is', async () => {
  expect((await call(server, 'GET', '/settings')).body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  expect((await call(server, 'GET', '/health')).body).toMatchObject({ name: 'GoTrue', version: expect.any(String) })
})

test('refusals carry the code in every form a client reads', async () => {
  const asked = { 'x-supabase-api-version': '2024-01-01' }
  const wrong = { email: 'nobody@example.com', password: 'wrong' }
  const modern = await call(server, 'POST', '/token?grant_type=password', wrong, { ...asked, origin: 'https://app.example' })
  expect(modern.status).toBe(400)
  expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(modern.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  expect(modern.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
  const text = 'Invalid login credentials'
  expect(modern.body).toEqual({ code: 'invalid_credentials', error_code: 'invalid_credentials', message: text, msg: text })
  const legacy = await call(server, 'POST', '/token?grant_type=password', wrong)
  expect(legacy.body).toMatchObject({ code: 400, error_code: 'invalid_credentials', msg: text })
  expect(legacy.headers.get('x-supabase-api-version')).toBeNull()
})

const cases: [path: string, body: unknown, status: number, code: string][] = [
  ['/signup', '{', 400, 'bad_json'],
  ['/signup', { email: 'a@example.com' }, 400, 'validation_failed'],
  ['/signup', { phone: '+15550100', password: 'long enough password' }, 400, 'phone_provider_disabled'],
  ['/signup', { ...somebody(), data: { big: 'x'.repeat(9000) } }, 400, 'validation_failed'],
  ['/signup', { ...somebody(), data: { big: 'x'.repeat(1_100_000) } }, 413, 'request_entity_too_large'],
  ['/token?grant_type=password', {}, 400, 'validation_failed'],
  ['/token?grant_type=password', { email: ['a'], password: 1 }, 400, 'validation_failed'],
  ['/token?grant_type=magic', {}, 400, 'invalid_credentials'],
  ['/token', undefined, 400, 'invalid_credentials'],
  ['/token?grant_type=refresh_token', {}, 400, 'validation_failed'],
  ['/token?grant_type=refresh_token', { refresh_token: 'unknown' }, 400, 'refresh_token_not_found'],
  ['/nowhere', {}, 404, 'not_found'],
]
test.each(cases)('POST %s %j is %i %s', async (path, body, status, code) => {
  expect(await call(server, 'POST', path, body)).toMatchObject({ status, body: { error_code: code } })
})

test('a bearer is refused by what is wrong with it', async () => {
  const { body } = await call(server, 'POST', '/signup', somebody())
  const bearer = String(body?.['access_token'])
  const ask = (authorization?: string) => call(server, 'GET', '/user', undefined, authorization ? { authorization } : {})
  expect(await ask()).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
  expect(await ask('Basic abc')).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
  expect(await ask(`Bearer ${publishableKey}`)).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${bearer.split('.')[1]}.`
  expect(await ask(`Bearer ${none}`)).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  expect(await ask(`Bearer ${bearer}`)).toMatchObject({ status: 200 })
  await db
    .deleteFrom('users')
    .where('id', '=', String(decodeJwt(bearer).sub))
    .execute()
  expect(await ask(`Bearer ${bearer}`)).toMatchObject({ status: 403, body: { error_code: 'user_not_found' } })
})

test('an access token ends after an hour', async () => {
  const own = await authServer(db)
  const { body } = await call(own, 'POST', '/signup', somebody())
  const bearer = String(body?.['access_token'])
  own.wait(3_599_000 - 1_000)
  expect(await own.auth.verifySession(bearer)).not.toBeNull()
  own.wait(2_000)
  expect(await own.auth.verifySession(bearer)).toBeNull()
  expect(await call(own, 'GET', '/user', undefined, { authorization: `Bearer ${bearer}` })).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt' },
  })
})

test('what other modules create for a new user is in the same transaction', async () => {
  const own = await authServer(db, {
    onUserCreated: async (tx, userId) => {
      await tx
        .insertInto('settings')
        .values({ user_id: userId, language: 'en', time_zone: 'UTC', retention_days: 30, updated_at: new Date(0) })
        .execute()
      throw new Error('planted')
    },
  })
  const person = somebody()
  expect((await call(own, 'POST', '/signup', person)).status).toBe(503)
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('users').where('email', '=', person.email).execute()).toEqual([])
})

test('of many simultaneous sign-ups with one address one succeeds', async () => {
  const person = somebody()
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(server, 'POST', '/signup', person)))
  expect(answers.map(a => a.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422])
})

// Tests instances with different profiles side by side, and what no profile offers.
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { foreignClaims, trustedKey } from './trusted-key.ts'

const { db } = await testDatabase()
const outsider = await generateKeyPair('RS256', { extractable: true })
const trusted = await trustedKey('outsider', outsider.privateKey, { roles: ['authenticated', 'anon'] })
const profiles = {
  confirming: await authServer(db, { switches: { ...roomy, autoconfirm: false } }),
  direct: await authServer(db, { switches: { ...roomy, anonymous: true } }),
  closed: await authServer(db, { switches: { ...roomy, signUpOpen: false } }),
  trusting: await authServer(db, { switches: roomy, trustedKeys: [trusted] }),
}

const signed = (claims: Record<string, string>, kid = 'outsider') =>
  new SignJWT({ ...foreignClaims, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(outsider.privateKey)

describe.each(clients)('four profiles at once, supabase-js %s', (_name, open) => {
  test('each instance follows its own profile', async () => {
    const { data: waiting } = await open(profiles.confirming.url).auth.signUp(somebody())
    expect(waiting).toMatchObject({ session: null, user: { role: 'authenticated' } })
    expect((await open(profiles.direct.url).auth.signUp(somebody())).data.session).not.toBeNull()
    expect((await open(profiles.direct.url).auth.signInAnonymously()).error).toBeNull()
    expect((await open(profiles.closed.url).auth.signUp(somebody())).error).toMatchObject({ code: 'signup_disabled' })
    const person = somebody()
    await profiles.closed.auth.createUser(person)
    expect((await open(profiles.closed.url).auth.signInWithPassword(person)).error).toBeNull()
  })

  test('a token of a trusted key speaks for its person, only where it is trusted', async () => {
    const person = somebody()
    const sub = String(await profiles.trusting.auth.createUser(person))
    const token = await signed({ sub, role: 'authenticated' })
    expect((await open(profiles.trusting.url).auth.getUser(token)).data.user?.email).toBe(person.email)
    expect((await open(profiles.direct.url).auth.getUser(token)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })
})

test('a trusted key is published without its private parts, and never signs', async () => {
  const { body } = await call(profiles.trusting, 'GET', '/.well-known/jwks.json')
  expect(body?.['keys']).toMatchObject([{ kty: 'EC' }, { kty: 'RSA', kid: 'outsider', alg: 'RS256' }])
  expect(JSON.stringify(body)).not.toMatch(/"(d|p|q|dp|dq|qi)":/)
  const { body: session } = await call(profiles.trusting, 'POST', '/signup', somebody())
  expect(Buffer.from(String(session?.['access_token']).split('.')[0] ?? '', 'base64url').toString()).toContain('ES256')
})

test('what a token of a trusted key leaves out is refused as the wire has it', async () => {
  const ask = async (claims: Record<string, string>, kid?: string) =>
    call(profiles.trusting, 'GET', '/user', undefined, { authorization: `Bearer ${await signed(claims, kid)}` })
  expect(await ask({ role: 'anon' })).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' },
  })
  expect(await ask({ sub: 'nonsense' })).toMatchObject({ status: 400, body: { error_code: 'bad_jwt' } })
  expect(await ask({ sub: crypto.randomUUID() })).toMatchObject({ status: 403, body: { error_code: 'user_not_found' } })
  const sub = String(await profiles.trusting.auth.createUser(somebody()))
  expect(await ask({ sub, aud: 'another service' })).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  expect(await ask({ sub, iss: 'https://other.example' })).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  expect(await ask({ sub, role: 'service_role' })).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  expect(await ask({ sub, aud: 'authenticated' })).toMatchObject({ status: 200 })
  expect(await ask({ sub, session_id: crypto.randomUUID() })).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
  expect(await ask({ sub }, 'unknown')).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
})

test('a bearer is read with its claims, or with why it says nothing', async () => {
  const { trusting } = profiles
  const person = somebody()
  const sub = String(await trusting.auth.createUser(person))
  const { body } = await call(trusting, 'POST', '/token?grant_type=password', person)
  const own = String(body?.['access_token'])
  expect(await trusting.auth.readBearer(own)).toMatchObject({ kind: 'claims', claims: { sub, role: 'authenticated' } })
  expect(await trusting.auth.readBearer(await signed({ sub }))).toMatchObject({ kind: 'claims', claims: { sub } })
  expect(await trusting.auth.readBearer(await signed({ role: 'anon' }))).toMatchObject({ kind: 'claims', claims: { role: 'anon' } })
  expect(await trusting.auth.readBearer(await signed({ sub: crypto.randomUUID() }))).toEqual({ kind: 'ended' })
  expect(await trusting.auth.readBearer('nonsense')).toMatchObject({ kind: 'invalid' })
  expect(await profiles.direct.auth.readBearer(await signed({ sub }))).toMatchObject({ kind: 'invalid' })
  const old = new SignJWT({ ...foreignClaims, sub })
    .setProtectedHeader({ alg: 'RS256', kid: 'outsider' })
    .setExpirationTime('-1m')
    .sign(outsider.privateKey)
  expect(await trusting.auth.readBearer(await old)).toEqual({ kind: 'expired' })
  await call(trusting, 'POST', '/logout', undefined, { authorization: `Bearer ${own}` })
  expect(await trusting.auth.readBearer(own)).toEqual({ kind: 'ended' })
})

const refusals: [method: string, path: string, status: number, code: string][] = [
  ['POST', '/sso', 404, 'saml_provider_disabled'],
  ['GET', '/authorize?provider=google', 400, 'validation_failed'],
  ['POST', '/token?grant_type=id_token', 400, 'provider_disabled'],
  ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
  ['GET', '/.well-known/openid-configuration', 404, 'feature_disabled'],
  ['GET', '/oauth/authorizations/x', 404, 'feature_disabled'],
  ['GET', '/passkeys', 401, 'no_authorization'],
  ['GET', '/user/identities/authorize?provider=google', 401, 'no_authorization'],
  ['GET', '/admin/users', 401, 'no_authorization'],
]
test.each(refusals)('%s %s is %i %s', async (method, path, status, code) => {
  expect(await call(profiles.direct, method, path, method === 'POST' ? {} : undefined)).toMatchObject({
    status,
    body: { error_code: code },
  })
})

test('a person who tries what only an administrator may is refused', async () => {
  const { body } = await call(profiles.direct, 'POST', '/signup', somebody())
  const authorization = `Bearer ${String(body?.['access_token'])}`
  const ask = (method: string, path: string) => call(profiles.direct, method, path, undefined, { authorization })
  expect(await ask('GET', '/admin/users?page=1')).toMatchObject({ status: 403, body: { error_code: 'not_admin', msg: 'User not allowed' } })
  expect(await ask('DELETE', '/user/identities/x')).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } })
})

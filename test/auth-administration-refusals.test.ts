// Tests who may not administer users, and what the audit log shows.
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { listAuthEvents } from '../server/account/owners.ts'
import { authServer, call, publishableKey, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { foreignClaims, trustedKey } from './trusted-key.ts'

const { db } = await testDatabase()
const issuer = await generateKeyPair('RS256', { extractable: true })
const trusted = await trustedKey('issuer', issuer.publicKey, { roles: ['authenticated', 'anon'], mayAdminister: true })
const humble = await trustedKey('humble', issuer.publicKey)
const server = await authServer(db, { switches: roomy, trustedKeys: [trusted, humble], audit: page => listAuthEvents(db, page) })
const { token: key } = await server.serviceKey()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('who is no administrator', () => {
  const asked: [method: string, path: string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['DELETE', `/admin/users/${crypto.randomUUID()}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', `/admin/users/${crypto.randomUUID()}/factors`],
    ['GET', '/admin/audit'],
    ['GET', '/admin/nothing'],
  ]
  const answers = async (headers: Record<string, string>) => {
    const all = await Promise.all(asked.map(([method, path]) => call(server, method, path, method === 'POST' ? {} : undefined, headers)))
    return [...new Set(all.map(({ status, body }) => `${status} ${String(body?.['error_code'])}`))]
  }
  const signed = (claims: Record<string, unknown>, kid = 'issuer', end = '1h') =>
    new SignJWT({ ...foreignClaims, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuedAt()
      .setExpirationTime(end)
      .sign(issuer.privateKey)

  test('is refused: a person, an administrator of the product, an anonymous key, and who shows nothing', async () => {
    const { body } = await call(server, 'POST', '/signup', somebody())
    const token = String(body?.['access_token'])
    expect(await answers(bearer(token))).toEqual(['403 not_admin'])
    const userId = String(Object(body?.['user']).id)
    await db.insertInto('user_roles').values({ id: crypto.randomUUID(), user_id: userId, role: 'admin', created_at: new Date() }).execute()
    expect(await answers(bearer(token))).toEqual(['403 not_admin'])
    expect(await answers(bearer(publishableKey))).toEqual(['403 bad_jwt'])
    expect(await answers(bearer(await signed({ role: 'anon' })))).toEqual(['403 not_admin'])
    expect(await answers({})).toEqual(['401 no_authorization'])
  })

  test('is refused: a key that expired, was revoked, or was never ours', async () => {
    const own = await authServer(db, { switches: roomy })
    const { token, id } = await own.serviceKey(1)
    const ask = async (bearing: string) => (await call(own, 'GET', '/admin/users', undefined, bearer(bearing))).body?.['error_code']
    expect(await ask(token)).toBeUndefined()
    await db.updateTable('service_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute()
    expect(await ask(token)).toBe('bad_jwt')
    expect((await own.auth.readBearer(token)).kind).toBe('ended')
    const { token: short } = await own.serviceKey(1)
    own.wait(86_400_000)
    expect(await ask(short)).toBe('bad_jwt')
    // Signed by a key that only the other server trusts, and by none at all.
    expect(await ask(await signed({ role: 'service_role' }))).toBe('bad_jwt')
    const [, payload] = token.split('.')
    expect(await ask(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`)).toBe('bad_jwt')
  })

  test('the holder of a trusted key administers nobody unless the key says so, and only for its issuer and audience', async () => {
    for (const role of ['service_role', 'supabase_admin'])
      expect(await answers(bearer(await signed({ role }, 'humble')))).toEqual(['403 bad_jwt'])
    for (const claims of [{ iss: 'https://other.example' }, { iss: undefined }, { aud: 'another service' }, { aud: undefined }])
      expect(await answers(bearer(await signed({ role: 'service_role', ...claims })))).toEqual(['403 bad_jwt'])
    const token = await signed({ role: 'service_role', sub: 'ops' })
    expect((await call(server, 'GET', '/admin/users', undefined, bearer(token))).status).toBe(200)
    const { body } = await call(server, 'POST', '/admin/users', somebody(), bearer(token))
    const made = db.selectFrom('activity_logs').select(['user_id', 'details']).where('action', '=', 'auth.user_created')
    expect(await made.execute()).toEqual([{ user_id: body?.['id'], details: { by: 'https://id.example ops' } }])
    expect(await answers(bearer(await signed({ role: 'service_role' }, 'issuer', '-1h')))).toEqual(['403 bad_jwt'])
  })
})

test('a ban ends what began before it also when nobody lifts it', async () => {
  const own = await authServer(db, { switches: roomy })
  const { token: ownKey } = await own.serviceKey()
  const { body } = await call(own, 'POST', '/signup', somebody())
  const [token, refresh_token] = [String(body?.['access_token']), body?.['refresh_token']]
  const path = `/admin/users/${String(Object(body?.['user']).id)}`
  expect((await call(own, 'PUT', path, { ban_duration: '10m' }, bearer(ownKey))).status).toBe(200)
  own.wait(601_000)
  expect(await own.auth.verifySession(token)).toBeNull()
  expect((await call(own, 'GET', '/user', undefined, bearer(token))).body).toMatchObject({ error_code: 'session_not_found' })
  const refreshed = await call(own, 'POST', '/token?grant_type=refresh_token', { refresh_token })
  expect(refreshed).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
})

test('the audit shows what concerns signing in, a page at a time', async () => {
  await call(server, 'POST', '/signup', somebody())
  const { body, headers } = await call(server, 'GET', '/admin/audit?page=1&per_page=2', undefined, bearer(key))
  expect(body).toMatchObject([
    { payload: { action: expect.stringMatching(/^auth\.|^login/), actor_id: expect.any(String) }, ip_address: '127.0.0.1' },
    {},
  ])
  expect(Number(headers.get('x-total-count'))).toBeGreaterThan(2)
})

test('what there is not says so, only to who may know', async () => {
  const path = `/admin/users/${crypto.randomUUID()}/passkeys`
  for (const method of ['GET', 'DELETE'])
    expect(await call(server, method, method === 'GET' ? path : `${path}/${crypto.randomUUID()}`, undefined, bearer(key))).toMatchObject({
      status: 404,
      body: { error_code: 'user_not_found' },
    })
  expect((await call(server, 'GET', path)).status).toBe(401)
  expect(await call(server, 'GET', '/admin/nothing', undefined, bearer(key))).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  })
})

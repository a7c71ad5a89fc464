// Tests which requests the data API refuses, and with which error.
import { generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { authServer, call, publishableKey, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { addRole, type Reader, reader, rest, restServer } from './rest-wire.ts'
import { foreignClaims, trustedKey } from './trusted-key.ts'

const { db } = await testDatabase()
const server = await restServer(db)
let anna: Reader
let ben: Reader

beforeAll(async () => {
  anna = await reader(server)
  ben = await reader(server)
  await addRole(db, anna.id, 'harbour')
})

type Refusal = [method: string, path: string, status: number, code: string, headers?: Record<string, string>, body?: unknown]
const refusals: Refusal[] = [
  ['GET', '/users', 404, 'PGRST205'],
  ['GET', '/constructor', 404, 'PGRST205'],
  ['GET', '/a/b', 404, 'PGRST125'],
  ['GET', '/', 404, 'PGRST126'],
  ['POST', '/rpc/request_user', 404, 'PGRST202'],
  ['GET', '/user_roles?select=nothing', 400, '42703'],
  ['GET', '/user_roles?nothing=eq.1', 400, '42703'],
  ['GET', '/user_roles?order=nothing', 400, '42703'],
  ['GET', '/user_roles?or=(nothing.eq.1)', 400, '42703'],
  ['GET', '/user_roles?select=role;drop', 400, 'PGRST100'],
  ['GET', '/user_roles?select=', 400, 'PGRST100'],
  ['GET', '/user_roles?select=*,users(*)', 400, 'PGRST200'],
  ['GET', '/user_roles?select=role,...users(email)', 400, 'PGRST200'],
  ['GET', '/user_roles?select=count()', 400, 'PGRST123'],
  ['GET', '/user_roles?select=role::text', 400, 'PGRST127'],
  ['GET', '/user_roles?role=nonsense.1', 400, 'PGRST100'],
  ['GET', '/user_roles?role=user', 400, 'PGRST100'],
  ['GET', '/user_roles?role=is.maybe', 400, 'PGRST100'],
  ['GET', '/user_roles?role=in.a,b', 400, 'PGRST100'],
  ['GET', '/user_roles?role=in.(a', 400, 'PGRST100'],
  ['GET', '/user_roles?or=(role.eq.a', 400, 'PGRST100'],
  ['GET', `/user_roles?or=${'(or'.repeat(30)}(role.eq.a${')'.repeat(31)}`, 400, 'PGRST100'],
  ['GET', '/user_roles?role=match.(a%2B)%2B$', 400, 'PGRST127'],
  ['GET', '/user_roles?order=role.sideways', 400, 'PGRST100'],
  ['GET', '/user_roles?limit=-1', 416, 'PGRST103'],
  ['GET', '/user_roles?offset=-1', 400, '2201X'],
  ['GET', '/user_roles', 416, 'PGRST103', { range: '9-3' }],
  ['GET', '/user_roles?offset=9', 416, 'PGRST103', { prefer: 'count=exact' }],
  ['GET', '/user_roles?user_id=eq.nonsense', 400, '22P02'],
  ['GET', '/user_roles?user_id=in.(nonsense)', 400, '22P02'],
  ['GET', '/user_roles?created_at=gt.nonsense', 400, '22007'],
  ['GET', '/user_roles?role=eq.%00', 400, '22021'],
  ['GET', '/user_roles?user_id=like.a*', 404, '42883'],
  ['GET', '/user_roles', 406, 'PGRST106', { 'accept-profile': 'private' }],
  ['POST', '/user_roles', 406, 'PGRST106', { 'content-profile': 'pg_catalog' }, {}],
  ['GET', '/user_roles', 406, 'PGRST107', { accept: 'text/csv' }],
  ['GET', '/user_roles?role=eq.none', 406, 'PGRST116', { accept: 'application/vnd.pgrst.object+json' }],
  ['GET', '/user_roles', 400, 'PGRST122', { prefer: 'handling=strict, nonsense' }],
  ['PUT', '/user_roles', 405, 'PGRST117', {}, {}],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, '{'],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, 'null'],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, [{ action: 'a' }, { status: 'info' }]],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, [1]],
  ['POST', '/activity_logs', 400, 'PGRST102', { 'content-type': 'text/csv' }, 'action'],
  ['POST', '/activity_logs', 400, 'PGRST204', {}, { nothing: 1 }],
  ['POST', '/activity_logs?columns=nothing', 400, 'PGRST204', {}, { action: 'a' }],
  ['PATCH', '/activity_logs', 400, 'PGRST204', {}, { nothing: 1 }],
  ['DELETE', '/activity_logs?nothing=eq.1', 400, '42703'],
]

describe('what does not fit', () => {
  test.each(refusals)('%s %s is %i %s', async (method, path, status, code, headers, body) => {
    const said = await rest(server, method, path, { as: anna, headers: headers ?? {}, body })
    expect(said).toMatchObject({ status, body: { code, message: expect.stringMatching(/\w/) } })
    expect(Object.keys(said.body as object).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  test('is reported with the position where parsing stopped', async () => {
    expect((await rest(server, 'GET', '/user_roles?role=noop.0')).body).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (noop.0)" (line 1, column 6)',
      details: 'unknown single value operator noop',
      hint: null,
    })
  })

  test('the database refuses with its own codes', async () => {
    const add = (row: unknown) => rest(server, 'POST', '/activity_logs', { as: anna, body: row })
    const whole = { user_id: anna.id, action: 'a', status: 'info' }
    expect(await add({ user_id: anna.id, status: 'info' })).toMatchObject({ status: 400, body: { code: '23502' } })
    expect(await add({ ...whole, status: 'odd' })).toMatchObject({ status: 400, body: { code: '23514' } })
    expect(await add({ ...whole, details: { big: 'x'.repeat(40_000) } })).toMatchObject({ status: 400, body: { code: '23514' } })
    expect(await add({ ...whole, user_id: 'nonsense' })).toMatchObject({ status: 400, body: { code: '22P02' } })
    // What PostgreSQL keeps in no text is left out at the door of every wire, and the rest is kept.
    expect(await add({ ...whole, action: 'zero\u0000', details: { a: 'b\u0000' } })).toMatchObject({ status: 201 })
    const [kept] = await db.selectFrom('activity_logs').selectAll().where('action', '=', 'zero').execute()
    expect(kept).toMatchObject({ user_id: anna.id, details: { a: 'b' } })
    await db.deleteFrom('users').where('id', '=', ben.id).execute()
    const gone = await rest(server, 'POST', '/activity_logs', { as: ben, body: { ...whole, user_id: ben.id } })
    // A deleted person's session is over, or their row has nobody to belong to.
    expect([401, 409]).toContain(gone.status)
    ben = await reader(server)
  })
})

describe('who asks', () => {
  const get = (headers: Record<string, string>) => fetch(`${server.url}/rest/v1/user_roles`, { headers })
  const answerTo = async (headers: Record<string, string>) => {
    const response = await get(headers)
    return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() }
  }

  test('anonymous callers with the publishable key see nothing', async () => {
    for (const headers of [{ apikey: publishableKey }, { authorization: `Bearer ${publishableKey}` }])
      expect(await answerTo(headers)).toMatchObject({ status: 200, body: [] })
  })

  test('a request without a key is refused', async () => {
    expect(await answerTo({})).toMatchObject({ status: 401, challenge: 'Bearer', body: { code: 'PGRST302' } })
  })

  test.each(['nonsense', '', 'sb_publishable_other', 'a.b', 'a.b.c'])('the bearer %j is refused as PGRST301', async bearer => {
    expect(await answerTo({ apikey: publishableKey, authorization: `Bearer ${bearer}` })).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('Bearer error="invalid_token"'),
      body: { code: 'PGRST301', message: expect.any(String) },
    })
  })

  test('a token that was tampered with, or signs itself, is refused', async () => {
    const [head, payload = '', signature] = anna.bearer.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: ben.id })).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    for (const token of [`${head}.${other}.${signature}`, `${none}.${payload}.`])
      expect(await answerTo({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })

  test('an expired session gets its own error, and a signed-out one is refused', async () => {
    const own = await authServer(db, { switches: roomy })
    const { body } = await call(own, 'POST', '/signup', somebody())
    const headers = { authorization: `Bearer ${String(body?.['access_token'])}` }
    own.wait(2 * 3_600_000)
    const response = await fetch(`${own.url}/rest/v1/user_roles`, { headers })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }])
    const one = await reader(server)
    await one.client.auth.signOut()
    expect(await rest(server, 'GET', '/user_roles', { as: one })).toMatchObject({ status: 401, body: { code: 'PGRST303' } })
  })

  test('a token of a trusted key speaks for its person, where it is trusted and says so', async () => {
    const outsider = await generateKeyPair('RS256', { extractable: true })
    const trusted = await trustedKey('outsider', outsider.publicKey, { roles: ['authenticated', 'anon'] })
    const trusting = await authServer(db, { switches: roomy, trustedKeys: [trusted] })
    const roles = async (at: { url: string }, claims: Record<string, string>, expires = '1h') => {
      const signed = new SignJWT({ ...foreignClaims, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'outsider' })
        .setIssuedAt()
        .setExpirationTime(expires)
      const headers = { authorization: `Bearer ${await signed.sign(outsider.privateKey)}` }
      const response = await fetch(`${at.url}/rest/v1/user_roles?select=role`, { headers })
      return { status: response.status, body: await response.json() }
    }
    const hers = { sub: anna.id, role: 'authenticated' }
    expect(await roles(trusting, hers)).toEqual({ status: 200, body: [{ role: 'harbour' }] })
    expect(await roles(server, hers)).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
    expect(await roles(trusting, hers, '-1h')).toMatchObject({ status: 401, body: { code: 'PGRST303', message: 'JWT expired' } })
    expect(await roles(trusting, { ...hers, sub: crypto.randomUUID() })).toMatchObject({ status: 401, body: { code: 'PGRST303' } })
    expect(await roles(trusting, { ...hers, role: 'anon' })).toEqual({ status: 200, body: [] })
    for (const role of ['service_role', 'postgres', 'mailferry_request"; reset role; --'])
      expect(await roles(trusting, { ...hers, role })).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })
})

test('what somebody did is not told to who has shown the first of two proofs alone', async () => {
  const carla = await reader(server)
  const { body: factor } = await call(server, 'POST', '/factors', { factor_type: 'totp' }, { authorization: `Bearer ${carla.bearer}` })
  await db.updateTable('factors').set({ status: 'verified' }).where('id', '=', String(factor?.['id'])).execute()
  const refused = { status: 403, body: { code: '42501', message: expect.stringContaining('second factor') } }
  expect(await rest(server, 'GET', '/activity_logs', { as: carla })).toMatchObject(refused)
  expect(await rest(server, 'POST', '/activity_logs', { as: carla, body: { action: 'x' } })).toMatchObject(refused)
  expect((await rest(server, 'GET', '/user_roles', { as: carla })).status).toBe(200)
})

// What the data wire refuses and in which words, and that no name, operator or header becomes SQL or somebody else's rows.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { authServer, call, publishableKey, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { addRole, type Reader, reader, rest, restServer } from './rest-wire.ts'

const { db } = await testDatabase()
const server = await restServer(db)
// Each takes 600 calls a minute from one address.
const [second, third] = [await restServer(db), await restServer(db)]
let anna: Reader
let ben: Reader

beforeAll(async () => {
  anna = await reader(server)
  ben = await reader(server)
  await addRole(db, anna.id, 'harbour')
  await addRole(db, ben.id, 'lighthouse')
  for (const one of [anna, ben])
    await one.client.from('activity_logs').insert({ user_id: one.id, action: `act-${one.id}`, status: 'info', details: { of: one.id } })
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

  test('is told with the place where reading stopped', async () => {
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
    expect(await add({ ...whole, details: { a: '\u0000' } })).toMatchObject({ status: 400, body: { code: '22P05' } })
    await db.deleteFrom('users').where('id', '=', ben.id).execute()
    const gone = await rest(server, 'POST', '/activity_logs', { as: ben, body: { ...whole, user_id: ben.id } })
    // A deleted person's session is over, or their row has nobody to belong to.
    expect([401, 409]).toContain(gone.status)
    ben = await reader(server)
    await addRole(db, ben.id, 'lighthouse')
    await ben.client.from('activity_logs').insert({ user_id: ben.id, action: `act-${ben.id}`, status: 'info', details: { of: ben.id } })
  })
})

describe('who asks', () => {
  const get = (headers: Record<string, string>) => fetch(`${server.url}/rest/v1/user_roles`, { headers })
  const answerTo = async (headers: Record<string, string>) => {
    const response = await get(headers)
    return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() }
  }

  test('anybody by the publishable key sees nothing', async () => {
    for (const headers of [{ apikey: publishableKey }, { authorization: `Bearer ${publishableKey}` }])
      expect(await answerTo(headers)).toMatchObject({ status: 200, body: [] })
  })

  test('nobody at all is refused', async () => {
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

  test('an expired session is told so, and one that was signed out is over', async () => {
    const own = await authServer(db, { switches: roomy })
    const { body } = await call(own, 'POST', '/signup', somebody())
    const headers = { authorization: `Bearer ${String(body?.['access_token'])}` }
    own.wait(2 * 3_600_000)
    const response = await fetch(`${own.url}/rest/v1/user_roles`, { headers })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }])
    const one = await reader(server)
    await one.client.auth.signOut()
    expect(await rest(server, 'GET', '/user_roles', { as: one })).toMatchObject({ status: 401 })
  })
})

describe('injection', () => {
  const evil = [
    `role"; drop table user_roles; --`,
    `role') union select id,user_id,role,created_at from user_roles --`,
    `"role" from user_roles; reset role; select "role`,
    `(select password_hash from users limit 1)`,
    `role::text) as x, (select 1`,
    `pg_sleep(9)`,
    `role\u0000`,
    `"ro\\"le"`,
    `'; reset role; --`,
  ]
  const places: [string, (text: string) => [path: string, headers?: Record<string, string>]][] = [
    ['select', text => [`/user_roles?select=${text}`]],
    ['an alias', text => [`/user_roles?select=${text}:role`]],
    ['a key of JSON', text => [`/activity_logs?select=details->>"${text}"`]],
    ['an index of JSON', text => [`/activity_logs?select=details->0${text}`]],
    ['order', text => [`/user_roles?order=${text}`]],
    ['the direction', text => [`/user_roles?order=role.desc${text}`]],
    ['the name of a filter', text => [`/user_roles?${text}=eq.1`]],
    ['an operator', text => [`/user_roles?role=${text}.1`]],
    ['a value', text => [`/user_roles?role=eq.${text}`]],
    ['a list', text => [`/user_roles?role=in.(${text})`]],
    ['is', text => [`/user_roles?role=is.${text}`]],
    ['logic', text => [`/user_roles?or=(role.eq.a,${text})`]],
    ['limit', text => [`/user_roles?limit=${text}`]],
    ['offset', text => [`/user_roles?offset=${text}`]],
    ['the table', text => [`/${text}`]],
    ['Prefer', text => ['/user_roles', { prefer: text }]],
    ['Accept-Profile', text => ['/user_roles', { 'accept-profile': text }]],
    ['Range', text => ['/user_roles', { range: text }]],
  ]

  test.each(places)('through %s shows and changes nothing of another person', async (_name, place) => {
    for (const text of evil) {
      const [path, headers = {}] = place(encodeURIComponent(text))
      for (const method of ['GET', 'DELETE']) {
        const said = await rest(second, method, path, { as: anna, headers, body: method === 'GET' ? undefined : {} })
        expect(said.status, `${method} ${path} ${said.text}`).toBeLessThan(500)
        expect(said.status).not.toBe(429)
        expect(said.text).not.toContain(ben.id)
        expect(said.text).not.toContain('lighthouse')
      }
    }
    expect(await everything()).toBe(before)
  })

  test('through the columns of a write adds nothing for another person', async () => {
    for (const text of evil) {
      const row = { user_id: ben.id, action: 'a', status: 'info', [text]: 'x' }
      for (const path of [
        '/activity_logs',
        `/activity_logs?columns=${encodeURIComponent(text)}`,
        `/activity_logs?on_conflict=${encodeURIComponent(text)}`,
      ])
        for (const body of [row, { user_id: ben.id, action: text, status: 'info' }, { user_id: text, action: 'a', status: 'info' }]) {
          const said = await rest(second, 'POST', path, { as: anna, headers: { prefer: 'resolution=merge-duplicates' }, body })
          expect(said.status, said.text).toBeGreaterThanOrEqual(400)
          expect(said.status, said.text).toBeLessThan(429)
        }
    }
    expect(await everything()).toBe(before)
  })

  let before = ''
  beforeAll(async () => {
    before = await everything()
  })
})

async function everything(): Promise<string> {
  const roles = await db.selectFrom('user_roles').selectAll().orderBy('id').execute()
  const logs = await db
    .selectFrom('activity_logs')
    .selectAll()
    .where('action', 'like', 'a%')
    .where('action', 'not like', 'auth.%')
    .orderBy('id')
    .execute()
  return JSON.stringify([roles, logs])
}

describe('whatever is asked', () => {
  const column = fc.constantFrom('id', 'user_id', 'action', 'resource_id', 'status', 'details->>of', 'created_at')
  const value = fc.oneof(
    fc.constantFrom('', '*', '%', 'null', 'info', '2020-01-01', '{}', '(a,b)', '"', '\\'),
    fc.constant('act-').map(prefix => `${prefix}*`),
    fc.string({ maxLength: 8 }),
    fc.constant(0).map(() => ben.id),
  )
  const comparison = fc
    .tuple(fc.boolean(), fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in', 'cs'), value)
    .map(([not, operator, text]) => `${not ? 'not.' : ''}${operator}.${operator === 'in' ? `(${text})` : text}`)
  const filter = fc.tuple(column, comparison)
  const logic = fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(filter, { minLength: 1, maxLength: 3 }))
    .map(([name, parts]) => [name, `(${parts.map(([c, o]) => `${c}.${o}`).join(',')})`] as const)
  const part = fc.oneof(
    filter,
    logic,
    fc.tuple(fc.constant('limit'), fc.constantFrom('0', '1', '99999')),
    fc.tuple(fc.constant('order'), column),
    fc.tuple(fc.constant('select'), fc.oneof(column, fc.constant('*'))),
  )
  const request = fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'PATCH', 'DELETE'),
    parts: fc.array(part, { maxLength: 5 }),
    prefer: fc.constantFrom('', 'count=exact', 'return=representation', 'count=exact, return=representation'),
  })

  test('another person’s rows are never returned, changed or counted', async () => {
    const before = await everything()
    const all = await rest(third, 'GET', '/activity_logs', { as: anna, headers: { prefer: 'count=exact' } })
    const own = Number(all.headers.get('content-range')?.split('/')[1])
    expect(own).toBeGreaterThan(0)
    let answered = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ method, parts, prefer }) => {
        const query = new URLSearchParams(parts.map(([name, text]): [string, string] => [name, text])).toString()
        const said = await rest(third, method, `/activity_logs?${query}`, {
          as: anna,
          headers: { prefer },
          body: method === 'GET' ? undefined : { status: 'error' },
        })
        expect(said.status, said.text).toBeLessThan(500)
        expect(said.status).not.toBe(429)
        if (said.status >= 300) return
        answered++
        const rows = (said.body ?? []) as Record<string, unknown>[]
        for (const row of rows) expect(row['user_id'] ?? anna.id).toBe(anna.id)
        expect(rows.length).toBeLessThanOrEqual(own)
        expect(said.text).not.toContain(ben.id)
        const total = Number(said.headers.get('content-range')?.split('/')[1])
        if (!Number.isNaN(total)) expect(total).toBeLessThanOrEqual(own)
      }),
      { numRuns: 300, seed: 20261121 },
    )
    // Most of what is made up has to be understood, or nothing was tried.
    expect(answered).toBeGreaterThan(100)
    expect(await everything()).toBe(before)
  })

  test('a row for another person is never added', async () => {
    const before = (await db.selectFrom('activity_logs').select('id').where('user_id', '=', ben.id).execute()).length
    const key = fc.constantFrom('user_id', 'User_id', 'USER_ID', '"user_id"', 'user_id ', 'id', 'action', 'status', 'details', '__proto__')
    const row = fc.dictionary(
      key,
      fc.oneof(
        fc.constant(0).map(() => ben.id),
        fc.constantFrom('info', null, 1, {}, []),
      ),
    )
    await fc.assert(
      fc.asyncProperty(row, fc.boolean(), async (made, second) => {
        const forBen = { action: 'a', status: 'info', ...made, user_id: ben.id }
        const body = second ? [{ ...forBen, user_id: anna.id }, forBen] : forBen
        const said = await rest(third, 'POST', '/activity_logs', { as: anna, headers: { prefer: 'return=representation' }, body })
        expect(said.status, said.text).toBeGreaterThanOrEqual(400)
        expect(said.status, said.text).toBeLessThan(429)
      }),
      { numRuns: 100, seed: 20261121 },
    )
    expect(await db.selectFrom('activity_logs').select('id').where('user_id', '=', ben.id).execute()).toHaveLength(before)
  })
})

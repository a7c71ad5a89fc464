// Tests that no name, operator or header of a data API request becomes SQL or reaches somebody else's rows.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { addRole, type Reader, reader, rest, restServer } from './rest-wire.ts'

const { db } = await testDatabase()
// Each takes 600 calls a minute from one address.
const [injected, fuzzed] = [await restServer(db), await restServer(db)]
let anna: Reader
let ben: Reader

beforeAll(async () => {
  ;[anna, ben] = [await reader(injected), await reader(injected)]
  await addRole(db, anna.id, 'harbour')
  await addRole(db, ben.id, 'lighthouse')
  for (const one of [anna, ben])
    await one.client.from('activity_logs').insert({ user_id: one.id, action: `act-${one.id}`, status: 'info', details: { of: one.id } })
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
        const said = await rest(injected, method, path, { as: anna, headers, body: method === 'GET' ? undefined : {} })
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
          const said = await rest(injected, 'POST', path, { as: anna, headers: { prefer: 'resolution=merge-duplicates' }, body })
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
    const all = await rest(fuzzed, 'GET', '/activity_logs', { as: anna, headers: { prefer: 'count=exact' } })
    const own = Number(all.headers.get('content-range')?.split('/')[1])
    expect(own).toBeGreaterThan(0)
    let answered = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ method, parts, prefer }) => {
        const query = new URLSearchParams(parts.map(([name, text]): [string, string] => [name, text])).toString()
        const said = await rest(fuzzed, method, `/activity_logs?${query}`, {
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
        const said = await rest(fuzzed, 'POST', '/activity_logs', { as: anna, headers: { prefer: 'return=representation' }, body })
        expect(said.status, said.text).toBeGreaterThanOrEqual(400)
        expect(said.status, said.text).toBeLessThan(429)
      }),
      { numRuns: 100, seed: 20261121 },
    )
    expect(await db.selectFrom('activity_logs').select('id').where('user_id', '=', ben.id).execute()).toHaveLength(before)
  })
})

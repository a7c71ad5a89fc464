// Tests every filter and modifier of the official client on the data API: its results, or why it is refused.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishableKey } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { addRole, type Reader, reader, restServer } from './rest-wire.ts'

const { db } = await testDatabase()
const server = await restServer(db)
let anna: Reader
const quiet = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
const open = (): SupabaseClient => createClient(server.url, publishableKey, quiet)

beforeAll(async () => {
  anna = await reader(server)
  for (const [at, role] of ['admin', 'author', 'editor'].entries()) await addRole(db, anna.id, role, at)
  await anna.client.from('activity_logs').insert({ user_id: anna.id, action: 'note.made', status: 'info', details: { a: 1 } })
})

type Roles = ReturnType<typeof rolesOf>
const rolesOf = () => anna.client.from('user_roles').select('role').order('role')
type Logs = ReturnType<typeof logsOf>
const logsOf = () => anna.client.from('activity_logs').select('resource_type, details').eq('action', 'note.made')

const finds: [name: string, ask: (roles: Roles) => PromiseLike<{ data: { role: unknown }[] | null; error: unknown }>, roles: string[]][] = [
  ['likeAllOf', roles => roles.likeAllOf('role', ['a%', '%r']), ['author']],
  ['likeAnyOf', roles => roles.likeAnyOf('role', ['ad%', 'ed%']), ['admin', 'editor']],
  ['ilikeAllOf', roles => roles.ilikeAllOf('role', ['A%', '%R']), ['author']],
  ['ilikeAnyOf', roles => roles.ilikeAnyOf('role', ['AD%', 'ED%']), ['admin', 'editor']],
  ['isDistinct', roles => roles.isDistinct('role', 'admin'), ['author', 'editor']],
  ['notIn', roles => roles.notIn('role', ['admin', 'editor']), ['author']],
  ['filter', roles => roles.filter('role', 'eq', 'admin'), ['admin']],
  ['abortSignal', roles => roles.abortSignal(AbortSignal.timeout(60_000)).limit(1), ['admin']],
  ['retry', roles => roles.retry(false).limit(1), ['admin']],
  ['setHeader', roles => roles.setHeader('x-client-info', 'test').limit(1), ['admin']],
  ['returns', roles => roles.returns<{ role: string }[]>().limit(1), ['admin']],
  ['overrideTypes', roles => roles.limit(1).overrideTypes<{ role: string }[]>(), ['admin']],
  // Only where an operator switched it on would PostgREST undo what is written; else it is a wish that is not understood.
  ['rollback', roles => roles.rollback().limit(1), ['admin']],
]
test.each(finds)('%s finds what it names', async (_name, ask, expected) => {
  const { data, error } = await ask(rolesOf())
  expect(error).toBeNull()
  expect(data?.map(({ role }) => String(role))).toEqual(expected)
})

const refused: [name: string, ask: (roles: Roles) => PromiseLike<{ error: unknown; status: number }>, status: number, code: string][] = [
  // Patterns of users run in linear time or not at all.
  ['regexMatch', roles => roles.regexMatch('role', '^a'), 400, 'PGRST127'],
  ['regexIMatch', roles => roles.regexIMatch('role', '^A'), 400, 'PGRST127'],
  // No column is a range, a list, a text to search or a place on earth.
  ['rangeGt', roles => roles.rangeGt('role', '[1,2)'), 400, 'PGRST127'],
  ['rangeGte', roles => roles.rangeGte('role', '[1,2)'), 400, 'PGRST127'],
  ['rangeLt', roles => roles.rangeLt('role', '[1,2)'), 400, 'PGRST127'],
  ['rangeLte', roles => roles.rangeLte('role', '[1,2)'), 400, 'PGRST127'],
  ['rangeAdjacent', roles => roles.rangeAdjacent('role', '[1,2)'), 400, 'PGRST127'],
  ['overlaps', roles => roles.overlaps('role', ['admin']), 400, 'PGRST127'],
  ['textSearch', roles => roles.textSearch('role', 'admin'), 400, 'PGRST127'],
  ['csv', roles => roles.csv(), 406, 'PGRST107'],
  ['geojson', roles => roles.geojson(), 406, 'PGRST107'],
  // As on PostgREST, unless an operator shows how queries are run.
  ['explain', roles => roles.explain(), 406, 'PGRST107'],
  ['rpc', () => anna.client.rpc('anything'), 404, 'PGRST202'],
  ['rpc by GET', () => anna.client.rpc('anything', {}, { get: true }), 404, 'PGRST202'],
  ['schema', () => open().schema('auth').from('users').select(), 406, 'PGRST106'],
]
test.each(refused)('%s is refused with its code', async (_name, ask, status, code) => {
  expect(await ask(rolesOf())).toMatchObject({ status, error: { code } })
})

describe('the rest of what a client can ask', () => {
  test('details are compared with what they contain, and are contained by', async () => {
    const of = async (logs: Logs) => (await logs).data?.length
    expect(await of(logsOf().contains('details', { a: 1 }))).toBe(1)
    expect(await of(logsOf().containedBy('details', { a: 1, b: 2 }))).toBe(1)
    expect(await of(logsOf().containedBy('details', { b: 2 }))).toBe(0)
  })

  test('stripNulls leaves out what is null, of all rows and of one', async () => {
    expect((await logsOf()).data).toEqual([{ resource_type: null, details: { a: 1 } }])
    expect((await logsOf().stripNulls()).data).toEqual([{ details: { a: 1 } }])
    expect((await logsOf().stripNulls().single()).data).toEqual({ details: { a: 1 } })
  })

  test('maxAffected undoes what would change more rows', async () => {
    // Nothing that the wire shows may be deleted: here it may.
    await sql`create policy for_test on user_roles for delete to mailferry_request using (user_id = request_user())`.execute(db)
    const remove = async (most: number) => {
      const asked = anna.client.from('user_roles').delete().eq('user_id', anna.id).neq('role', 'admin')
      // The client's types know it only where they are told of PostgREST 13.
      return Reflect.apply(asked.maxAffected, asked, [most]) as unknown as typeof asked
    }
    expect(await remove(1)).toMatchObject({ status: 400, error: { code: 'PGRST124', details: 'The query affects 2 rows' } })
    expect((await rolesOf()).data).toHaveLength(3)
    expect((await remove(2)).error).toBeNull()
    expect((await rolesOf()).data).toHaveLength(1)
  })

  test('functions run as the user of the token', async () => {
    const { functions } = open()
    const body = { action: 'report.opened', status: 'info' }
    expect((await functions.invoke('log-activity', { body })).error).toMatchObject({ context: { status: 401 } })
    functions.setAuth(anna.bearer)
    expect(await functions.invoke('log-activity', { body })).toMatchObject({ data: { success: true }, error: null })
  })

  test('throwOnError throws what is otherwise returned', async () => {
    await expect(anna.client.from('nothing').select().throwOnError()).rejects.toMatchObject({ code: 'PGRST205' })
  })

  test('the description of the data wire is not shown', async () => {
    expect(await open().getOpenApiSpec()).toMatchObject({ error: { code: 'PGRST126' } })
  })
})

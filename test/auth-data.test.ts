// Roles, the activity log and log-activity, by the official clients: nobody reaches another person's rows.
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, publishableKey, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: roomy })

async function personWith(open: (url: string) => ReturnType<(typeof clients)[number][1]>) {
  const client = open(server.url)
  const { data } = await client.auth.signUp(somebody())
  return { client, id: data.user?.id ?? '', bearer: data.session?.access_token ?? '' }
}

const addRole = (userId: string, role: string, at: number) =>
  db
    .insertInto('user_roles')
    .values({ id: crypto.randomUUID(), user_id: userId, role, created_at: new Date(at) })
    .execute()

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('reads its own roles in order, and nobody else’s', async () => {
    const [one, two] = [await personWith(open), await personWith(open)]
    for (const [i, role] of ['user', 'admin', 'operator'].entries()) await addRole(one.id, role, i)
    await addRole(two.id, 'secret', 0)
    const { data } = await one.client
      .from('user_roles')
      .select('role')
      .eq('user_id', one.id)
      .order('created_at', { ascending: false })
      .limit(2)
    expect(data).toEqual([{ role: 'operator' }, { role: 'admin' }])
    expect((await one.client.from('user_roles').select('role')).data).toHaveLength(3)
    expect((await one.client.from('user_roles').select('role').eq('user_id', two.id)).data).toEqual([])
    const counted = await one.client.from('user_roles').select('*', { count: 'exact', head: true })
    expect(counted.count).toBe(3)
    expect((await open(server.url).from('user_roles').select('role')).data).toEqual([])
  })

  test('gives one object, or says how many rows there are instead', async () => {
    const { client, id } = await personWith(open)
    expect((await client.from('user_roles').select('role').single()).error).toMatchObject({
      code: 'PGRST116',
      details: expect.stringContaining('0 rows'),
    })
    expect((await client.from('user_roles').select('role').maybeSingle()).data).toBeNull()
    await addRole(id, 'user', 0)
    expect((await client.from('user_roles').select('role').single()).data).toEqual({ role: 'user' })
  })

  test('counts and pages', async () => {
    const { client, id } = await personWith(open)
    for (let i = 0; i < 5; i++) await addRole(id, `r${i}`, i)
    const page = await client.from('user_roles').select('role', { count: 'exact' }).order('role').range(0, 1)
    expect(page).toMatchObject({ status: 206, count: 5, data: [{ role: 'r0' }, { role: 'r1' }] })
    expect((await client.from('user_roles').select('role', { count: 'exact' }).range(3, 9)).data).toHaveLength(2)
    expect((await client.from('user_roles').select('role', { count: 'exact' }).range(9, 10)).error).toMatchObject({ code: 'PGRST103' })
    expect((await client.from('user_roles').select('role').in('role', ['r1', 'r,2', 'r3'])).data).toHaveLength(2)
    expect((await client.from('user_roles').select('role').not('role', 'like', 'r%')).data).toEqual([])
  })

  test('adds to its own log, with what the server saw', async () => {
    const { client, id } = await personWith(open)
    const log = { user_id: id, action: 'auth.session_rotated', resource_type: 'session', status: 'success', details: { a: [1] } }
    const plain = await client
      .from('activity_logs')
      .insert({ ...log, ip_address: '203.0.113.9', created_at: '2000-01-01T00:00:00Z', user_agent: 'forged' })
    expect(plain).toMatchObject({ error: null, status: 201 })
    const shown = await client.from('activity_logs').insert([log]).select()
    expect(shown.data).toMatchObject([{ ...log, ip_address: '127.0.0.1', resource_id: null }])
    const { data } = await client.from('activity_logs').select('*').eq('action', log.action)
    expect(data).toHaveLength(2)
    for (const row of data ?? []) {
      expect(row).toMatchObject({ ip_address: '127.0.0.1', user_agent: expect.not.stringContaining('forged'), details: { a: [1] } })
      expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(60_000)
    }
  })

  test('cannot add, change or take away what is not its own', async () => {
    const [one, two] = [await personWith(open), await personWith(open)]
    const log = { action: 'auth.login', status: 'info' }
    const forged = await one.client.from('activity_logs').insert({ ...log, user_id: two.id })
    expect(forged).toMatchObject({ status: 403, error: { code: '42501', message: expect.stringContaining('row-level security') } })
    expect(await one.client.from('activity_logs').insert(log)).toMatchObject({ status: 403 })
    expect(await one.client.from('user_roles').insert({ user_id: one.id, role: 'admin' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect(await one.client.from('user_roles').update({ role: 'admin' }).eq('user_id', one.id)).toMatchObject({ status: 403 })
    expect(await one.client.from('activity_logs').delete().eq('user_id', two.id)).toMatchObject({ status: 403 })
    expect(
      await open(server.url)
        .from('activity_logs')
        .insert({ ...log, user_id: one.id }),
    ).toMatchObject({ status: 401, error: { code: '42501' } })
    expect((await two.client.from('activity_logs').select('*').eq('status', 'info')).data).toEqual([])
    expect((await two.client.from('user_roles').select('*')).data).toEqual([])
  })

  test('logs what it does by the function, and strangers only their failures', async () => {
    const { client, id } = await personWith(open)
    const invoked = await client.functions.invoke('log-activity', {
      body: { action: 'auth.auto_logout', resourceType: 'session', status: 'info', details: { reason: 'inactivity' } },
    })
    expect(invoked).toMatchObject({ data: { success: true }, error: null })
    const { data } = await client.from('activity_logs').select('*').eq('action', 'auth.auto_logout')
    expect(data).toMatchObject([{ user_id: id, resource_type: 'session', details: { reason: 'inactivity' }, ip_address: '127.0.0.1' }])
    const stranger = open(server.url)
    const refused = await stranger.functions.invoke('log-activity', { body: { action: 'auth.auto_logout', status: 'info' } })
    expect(refused.error).toMatchObject({ name: 'FunctionsHttpError', context: { status: 401 } })
    const body = { action: 'auth.login', status: 'error', details: { reason: 'network' } }
    expect((await stranger.functions.invoke('log-activity', { body })).data).toEqual({ success: true })
    expect((await stranger.functions.invoke('no-such', { body })).error).toMatchObject({ context: { status: 404 } })
  })
})

async function rest(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    method,
    headers: { apikey: publishableKey, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

const refusals: [method: string, path: string, status: number, code: string, headers?: Record<string, string>, body?: unknown][] = [
  ['GET', '/users', 404, 'PGRST205'],
  ['GET', '/constructor', 404, 'PGRST205'],
  ['GET', '/user_roles?select=nothing', 400, '42703'],
  ['GET', '/user_roles?select=role;drop', 400, 'PGRST100'],
  ['GET', '/user_roles?select=*,users(*)', 400, 'PGRST100'],
  ['GET', '/user_roles?nothing=eq.1', 400, '42703'],
  ['GET', '/user_roles?role=fts.1', 400, 'PGRST100'],
  ['GET', '/user_roles?role=user', 400, 'PGRST100'],
  ['GET', '/user_roles?or=(role.eq.a)', 400, 'PGRST100'],
  ['GET', '/user_roles?order=role.sideways', 400, 'PGRST100'],
  ['GET', '/user_roles?limit=-1', 400, 'PGRST100'],
  ['GET', '/user_roles?user_id=eq.nonsense', 400, '22P02'],
  ['GET', '/user_roles', 406, 'PGRST106', { 'accept-profile': 'private' }],
  ['GET', '/user_roles', 406, 'PGRST107', { accept: 'text/csv' }],
  ['GET', '/user_roles', 401, 'PGRST301', { authorization: 'Bearer nonsense' }],
  ['PUT', '/user_roles', 405, 'PGRST117'],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, '{'],
  ['POST', '/activity_logs', 400, 'PGRST102', {}, 'null'],
  ['POST', '/activity_logs', 400, 'PGRST204', {}, { nothing: 1 }],
]
test.each(refusals)('%s %s is %i %s', async (method, path, status, code, headers, body) => {
  expect(await rest(method, path, headers, body)).toMatchObject({ status, body: { code, message: expect.any(String), hint: null } })
})

test('refusals of the database come with its codes', async () => {
  const { id, bearer } = await personWith((url: string) => clients[0]?.[1](url) ?? (undefined as never))
  const headers = { authorization: `Bearer ${bearer}` }
  const add = (row: unknown) => rest('POST', '/activity_logs', headers, row)
  expect(await add({ user_id: id, status: 'info' })).toMatchObject({ status: 400, body: { code: '23502' } })
  expect(await add({ user_id: id, action: 'a', status: 'odd' })).toMatchObject({ status: 400, body: { code: '23514' } })
  expect(await add({ user_id: 'nonsense', action: 'a', status: 'info' })).toMatchObject({ status: 400, body: { code: '22P02' } })
})

test('an expired session is told so', async () => {
  const own = await authServer(db, { switches: roomy })
  own.wait(-2 * 3_600_000)
  const { body } = await call(own, 'POST', '/signup', somebody())
  own.wait(2 * 3_600_000)
  const response = await fetch(`${own.url}/rest/v1/user_roles`, { headers: { authorization: `Bearer ${String(body?.['access_token'])}` } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
})

test('a stranger reports ten failures a minute', async () => {
  const own = await authServer(db, { switches: roomy })
  const report = () =>
    fetch(`${own.url}/functions/v1/log-activity`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: publishableKey },
      body: JSON.stringify({ action: 'auth.register', status: 'error', details: {} }),
    })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await report()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

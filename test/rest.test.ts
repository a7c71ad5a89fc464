// Tests the official client (newest and 2.49) on the data API: it reads roles and the log, and adds to the log.
import { describe, expect, test } from 'vitest'
import { openTestChain } from '../server/account/log-chain/chain.fixture.ts'
import { recordErasure } from '../server/account/log-chain/erasures-owners.ts'
import { clients } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { addRole, reader, rest, restServer } from './rest-wire.ts'

const { db } = await testDatabase()
const server = await restServer(db)

const log = { action: 'auth.session_rotated', resource_type: 'session', status: 'success', details: { a: [1, { b: null }] } }

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('reads its own roles, newest first, and nobody else’s', async () => {
    const [one, two] = [await reader(server, open), await reader(server, open)]
    for (const [i, role] of ['user', 'admin', 'operator'].entries()) await addRole(db, one.id, role, i)
    await addRole(db, two.id, 'secret')
    const roles = () => one.client.from('user_roles')
    const { data } = await roles().select('role').eq('user_id', one.id).order('created_at', { ascending: false }).limit(2)
    expect(data).toEqual([{ role: 'operator' }, { role: 'admin' }])
    expect((await roles().select('role')).data).toHaveLength(3)
    expect((await roles().select('role').eq('user_id', two.id)).data).toEqual([])
    expect(await open(server.url).from('user_roles').select('role')).toMatchObject({ status: 200, data: [] })
  })

  test('gives one object, or says how many rows there are instead', async () => {
    const { client, id } = await reader(server, open)
    const one = () => client.from('user_roles').select('role')
    expect(await one().single()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: expect.stringMatching(/single/),
        details: expect.stringContaining('The result contains 0 rows'),
        hint: null,
      },
    })
    expect(await one().maybeSingle()).toMatchObject({ data: null, error: null })
    await addRole(db, id, 'user')
    expect(await one().single()).toMatchObject({ status: 200, data: { role: 'user' } })
    expect(await one().maybeSingle()).toMatchObject({ data: { role: 'user' } })
    await addRole(db, id, 'admin')
    expect((await one().single()).error?.details).toBe('The result contains 2 rows')
    expect((await one().maybeSingle()).error).toMatchObject({ code: 'PGRST116' })
  })

  test('counts, pages, and requests only the head', async () => {
    const { client, id } = await reader(server, open)
    const roles = () => client.from('user_roles')
    expect(await roles().select('*', { count: 'exact' })).toMatchObject({ status: 200, count: 0, data: [] })
    for (let i = 0; i < 5; i++) await addRole(db, id, `r${i}`, i)
    expect(await roles().select('*', { count: 'exact', head: true })).toMatchObject({ count: 5, data: null, error: null })
    expect(await roles().select('role', { count: 'exact' }).order('role').range(0, 1)).toMatchObject({
      status: 206,
      count: 5,
      data: [{ role: 'r0' }, { role: 'r1' }],
    })
    expect(await roles().select('role', { count: 'exact' }).range(0, 9)).toMatchObject({ status: 200, count: 5 })
    expect(await roles().select('role', { count: 'exact' }).range(3, 9)).toMatchObject({ status: 206, count: 5 })
    expect(await roles().select('role', { count: 'exact' }).range(9, 10)).toMatchObject({
      status: 416,
      error: { code: 'PGRST103', details: 'An offset of 9 was requested, but there are only 5 rows.' },
    })
    expect(await roles().select('role').range(9, 10)).toMatchObject({ status: 200, data: [] })
  })

  test('filters by every operator', async () => {
    const { client, id } = await reader(server, open)
    for (const [i, role] of ['a', 'b', 'c,d', 'e"f'].entries()) await addRole(db, id, role, i * 1000)
    const roles = () => client.from('user_roles').select('role').order('role')
    const found = async (asked: PromiseLike<{ data: { role: unknown }[] | null }>) => (await asked).data?.map(row => row.role)
    expect(await found(roles().eq('role', 'a'))).toEqual(['a'])
    expect(await found(roles().neq('role', 'a'))).toEqual(['b', 'c,d', 'e"f'])
    expect(await found(roles().gt('role', 'b'))).toEqual(['c,d', 'e"f'])
    expect(await found(roles().gte('created_at', '1970-01-01T00:00:02Z'))).toEqual(['c,d', 'e"f'])
    expect(await found(roles().lt('role', 'b'))).toEqual(['a'])
    expect(await found(roles().lte('role', 'b'))).toEqual(['a', 'b'])
    expect(await found(roles().like('role', 'c%'))).toEqual(['c,d'])
    expect(await found(roles().ilike('role', '%F'))).toEqual(['e"f'])
    expect(await found(roles().is('created_at', null))).toEqual([])
    expect(await found(roles().not('created_at', 'is', null))).toHaveLength(4)
    expect(await found(roles().in('role', ['a', 'c,d']))).toEqual(['a', 'c,d'])
    expect(await found(roles().in('role', []))).toEqual([])
    expect(await found(roles().not('role', 'in', '(a,b)'))).toEqual(['c,d', 'e"f'])
    expect(await found(roles().or('role.eq.a,and(role.gt.a,role.lt.c),role.in.("c,d")'))).toEqual(['a', 'b', 'c,d'])
    expect(await found(roles().match({ role: 'b', user_id: id }))).toEqual(['b'])
  })

  test('adds to its own log, with what the server saw', async () => {
    const { client, id } = await reader(server, open)
    const logs = () => client.from('activity_logs')
    const forged = { ip_address: '203.0.113.9', created_at: '2000-01-01T00:00:00Z', user_agent: 'forged' }
    expect(await logs().insert({ ...log, user_id: id, ...forged })).toMatchObject({ error: null, status: 201, data: null })
    const shown = await logs()
      .insert([{ ...log, user_id: id }])
      .select()
    expect(shown).toMatchObject({ status: 201, data: [{ ...log, user_id: id, ip_address: '127.0.0.1', resource_id: null }] })
    expect(
      await logs()
        .insert({ ...log, user_id: id, resource_id: 'x' })
        .select('resource_id')
        .single(),
    ).toMatchObject({
      status: 201,
      data: { resource_id: 'x' },
    })
    const { data } = await logs().select('*').eq('action', log.action)
    expect(data).toHaveLength(3)
    for (const row of data ?? []) {
      expect(row).toMatchObject({ ip_address: '127.0.0.1', user_agent: expect.not.stringContaining('forged'), details: log.details })
      expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(60_000)
    }
  })

  test('adds several at once, each with its own values', async () => {
    const { client, id } = await reader(server, open)
    const rows = [
      { user_id: id, action: 'auth.login', status: 'info', resource_id: 'one' },
      { user_id: id, action: 'auth.logout', status: 'warning', resource_id: null },
    ]
    const { data } = await client.from('activity_logs').insert(rows, { count: 'exact' }).select('action,status,resource_id,details')
    expect(data).toEqual(rows.map(({ user_id: _, ...row }) => ({ ...row, details: {} })))
  })

  test('a security event carries what the server saw in its details too', async () => {
    const { client, id } = await reader(server, open)
    const details = { event_data: { why: 'odd' }, ip_address: '203.0.113.9', user_agent: 'forged', timestamp: 'never' }
    const event = { user_id: id, action: 'suspicious_activity', status: 'warning', email: 'anna@example.com', details }
    const { data } = await client.from('activity_logs').insert(event).select().single()
    expect(data).toMatchObject({
      email: 'anna@example.com',
      details: { event_data: { why: 'odd' }, ip_address: '127.0.0.1', user_agent: data.user_agent, timestamp: expect.any(String) },
    })
    expect(Date.parse(data.details.timestamp)).toBe(Date.parse(data.created_at))
  })

  test('cannot add, change or take away what is not its own', async () => {
    const [one, two] = [await reader(server, open), await reader(server, open)]
    await addRole(db, one.id, 'user')
    await two.client.from('activity_logs').insert({ user_id: two.id, ...log })
    const denied = (table: string) => ({
      status: 403,
      data: null,
      error: { code: '42501', message: `new row violates row-level security policy for table "${table}"`, details: null, hint: null },
    })
    const logs = () => one.client.from('activity_logs')
    expect(await logs().insert({ user_id: two.id, ...log })).toMatchObject(denied('activity_logs'))
    expect(
      await logs()
        .insert([
          { user_id: one.id, ...log },
          { user_id: two.id, ...log },
        ])
        .select(),
    ).toMatchObject(denied('activity_logs'))
    expect(await logs().insert(log)).toMatchObject(denied('activity_logs'))
    expect(await one.client.from('user_roles').insert({ user_id: one.id, role: 'admin' })).toMatchObject(denied('user_roles'))
    expect(
      await open(server.url)
        .from('activity_logs')
        .insert({ user_id: one.id, ...log }),
    ).toMatchObject({
      ...denied('activity_logs'),
      status: 401,
    })
    expect(await one.client.from('user_roles').update({ role: 'admin' }).eq('user_id', one.id)).toMatchObject({ status: 204, error: null })
    expect(await one.client.from('user_roles').update({ role: 'admin' }).eq('user_id', one.id).select()).toMatchObject({
      status: 200,
      data: [],
    })
    expect(await logs().delete().eq('user_id', two.id)).toMatchObject({ status: 204, error: null })
    expect(await logs().delete().eq('user_id', two.id).select().single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect((await one.client.from('user_roles').select('role')).data).toEqual([{ role: 'user' }])
    expect((await two.client.from('activity_logs').select('action').eq('action', log.action)).data).toHaveLength(1)
    expect((await logs().select('id').eq('action', log.action)).data).toEqual([])
  })

  test('an upsert adds, and never writes over what is there', async () => {
    const [one, two] = [await reader(server, open), await reader(server, open)]
    const row = { id: crypto.randomUUID(), user_id: one.id, ...log }
    const logs = () => one.client.from('activity_logs')
    expect(await logs().upsert(row, { onConflict: 'id' })).toMatchObject({ status: 201, error: null })
    expect(await logs().upsert({ ...row, action: 'changed' })).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await two.client.from('activity_logs').upsert({ ...row, user_id: two.id })).toMatchObject({ status: 403 })
    expect(
      await logs()
        .upsert({ ...row, action: 'changed' }, { ignoreDuplicates: true })
        .select(),
    ).toMatchObject({ status: 201, data: [] })
    expect(await logs().insert(row)).toMatchObject({
      status: 409,
      error: { code: '23505', message: expect.stringContaining('duplicate key') },
    })
    expect((await logs().select('action,user_id').eq('id', row.id)).data).toEqual([{ action: log.action, user_id: one.id }])
  })

  test('reads into the details of a log', async () => {
    const { client, id } = await reader(server, open)
    const details = { reason: 'inactivity', at: { minute: 15 } }
    await client.from('activity_logs').insert({ user_id: id, action: 'auth.auto_logout', status: 'info', details })
    const logs = () => client.from('activity_logs')
    const { data } = await logs().select('why:details->>reason,details->at->minute').eq('details->>reason', 'inactivity')
    expect(data).toEqual([{ why: 'inactivity', minute: 15 }])
    expect((await logs().select('id').contains('details', { reason: 'inactivity' })).data).toHaveLength(1)
    expect((await logs().select('id').eq('details->>reason', 'other')).data).toEqual([])
  })
})

test('the answers carry the headers of the reference', async () => {
  const one = await reader(server)
  for (let i = 0; i < 5; i++) await addRole(db, one.id, `r${i}`, i)
  const page = await rest(server, 'GET', '/user_roles?select=role&limit=2', { as: one })
  expect([page.headers.get('content-range'), page.headers.get('content-type')]).toEqual(['0-1/*', 'application/json; charset=utf-8'])
  const counted = await rest(server, 'GET', '/user_roles?limit=2&offset=2', { as: one, headers: { prefer: 'count=exact' } })
  expect([counted.status, counted.headers.get('content-range'), counted.headers.get('preference-applied')]).toEqual([
    206,
    '2-3/5',
    'count=exact',
  ])
  const ranged = await rest(server, 'GET', '/user_roles', { as: one, headers: { range: '1-3', 'range-unit': 'items' } })
  expect([ranged.headers.get('content-range'), (ranged.body as unknown[]).length]).toEqual(['1-3/*', 3])
  const none = await rest(server, 'GET', '/activity_logs?action=eq.no', { as: one, headers: { prefer: 'count=exact' } })
  expect([none.status, none.headers.get('content-range'), none.body]).toEqual([200, '*/0', []])
  const single = await rest(server, 'GET', '/user_roles?role=eq.r1&select=role', {
    as: one,
    headers: { accept: 'application/vnd.pgrst.object+json' },
  })
  expect([single.headers.get('content-type'), single.text]).toEqual(['application/vnd.pgrst.object+json; charset=utf-8', '{"role":"r1"}'])
  const added = await rest(server, 'POST', '/activity_logs', {
    as: one,
    headers: { prefer: 'return=headers-only' },
    body: { ...log, user_id: one.id },
  })
  expect([added.status, added.text]).toEqual([201, ''])
  expect(added.headers.get('location')).toMatch(/^\/activity_logs\?id=eq\.[\da-f-]{36}$/)
  const named = await rest(server, 'POST', '/activity_logs?columns="action","user_id","status"&select=action,details', {
    as: one,
    headers: { prefer: 'return=representation' },
    body: [{ ...log, user_id: one.id, unknown: 1 }],
  })
  expect(named).toMatchObject({ status: 201, body: [{ action: log.action, details: {} }] })
})

test('a browser of another origin may ask, and may read the range', async () => {
  const preflight = await fetch(`${server.url}/rest/v1/activity_logs`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-profile,content-type,prefer,x-client-info,x-retry-count',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  for (const name of ['apikey', 'authorization', 'content-profile', 'prefer', 'range', 'x-retry-count'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
  const answer = await rest(server, 'GET', '/user_roles', { headers: { origin: 'https://app.example.com' } })
  expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
})

test('the id of an erased row is not used again, so that the log’s chain sees no change', async () => {
  const chain = await openTestChain(db)
  chain.wait(Date.now() - chain.now().getTime())
  const [one, two] = [await reader(server), await reader(server)]
  const row = { id: crypto.randomUUID(), user_id: one.id, ...log }
  expect((await one.client.from('activity_logs').insert(row)).status).toBe(201)
  await chain.seal()
  await db.transaction().execute(async tx => {
    await recordErasure(tx, chain.keys, one.id, chain.now())
    await tx.deleteFrom('users').where('id', '=', one.id).execute()
  })
  for (const id of [row.id, row.id.replaceAll('-', '').toUpperCase(), `{${row.id}}`])
    expect(await two.client.from('activity_logs').insert({ ...row, id, user_id: two.id })).toMatchObject({ status: 409 })
  await chain.seal()
  expect((await chain.verify()).findings).toEqual([])
})

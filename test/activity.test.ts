// Tests log-activity with the official clients: people report as themselves, anonymous callers only failures.
import { describe, expect, test } from 'vitest'
import { listAuthEvents } from '../server/account/owners.ts'
import { clients, publishableKey } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { reader, restServer } from './rest-wire.ts'

const { db } = await testDatabase()

async function report(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/functions/v1/log-activity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: publishableKey, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('logs what its person does, as that person', async () => {
    const server = await restServer(db)
    const { client, id } = await reader(server, open)
    const body = {
      action: 'auth.auto_logout',
      resourceType: 'session',
      resourceId: 's1',
      status: 'info',
      details: { reason: 'inactivity' },
    }
    const invoked = await client.functions.invoke('log-activity', { body })
    expect(invoked).toMatchObject({ data: { success: true }, error: null })
    const { data } = await client.from('activity_logs').select('*').eq('action', 'auth.auto_logout')
    expect(data).toMatchObject([
      {
        user_id: id,
        resource_type: 'session',
        resource_id: 's1',
        status: 'info',
        details: { reason: 'inactivity' },
        ip_address: '127.0.0.1',
        user_agent: expect.any(String),
      },
    ])
    expect(Math.abs(Date.parse(data?.[0].created_at) - Date.now())).toBeLessThan(60_000)
  })

  test('anonymous callers can only report a failed sign-in or sign-up', async () => {
    const server = await restServer(db)
    const stranger = open(server.url)
    const body = { action: 'auth.login', status: 'error', details: { reason: 'network', client: _name } }
    expect((await stranger.functions.invoke('log-activity', { body })).data).toEqual({ success: true })
    const [row] = await db.selectFrom('activity_logs').selectAll().where('details', '@>', JSON.stringify(body.details)).execute()
    expect(row).toMatchObject({ user_id: null, action: 'auth.login', status: 'error', ip_address: '127.0.0.1' })
    for (const refused of [
      { ...body, status: 'success' },
      { ...body, action: 'auth.logout' },
      { ...body, action: 'login_success' },
    ]) {
      const { error } = await stranger.functions.invoke('log-activity', { body: refused })
      expect(error).toMatchObject({ name: 'FunctionsHttpError', context: { status: 401 } })
    }
    expect((await stranger.functions.invoke('no-such', { body })).error).toMatchObject({ context: { status: 404 } })
  })
})

test('anonymous callers can report ten failures a minute, signed-in people more', async () => {
  const server = await restServer(db)
  const failure = { action: 'auth.register', status: 'error', details: {} }
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await report(server.url, failure)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  const { bearer } = await reader(server)
  expect(await report(server.url, failure, { authorization: `Bearer ${bearer}` })).toMatchObject({ status: 200 })
})

test('somebody without a session leaves at most 500 characters', async () => {
  const server = await restServer(db)
  const failure = (length: number) => ({ action: 'auth.login', status: 'error', details: { a: 'x'.repeat(length) } })
  expect(await report(server.url, failure(481))).toMatchObject({ status: 413 })
  expect(await report(server.url, failure(480))).toMatchObject({ status: 200 })
  const { bearer } = await reader(server)
  expect(await report(server.url, failure(11_000), { authorization: `Bearer ${bearer}` })).toMatchObject({ status: 200 })
})

test('nobody can report for another person, or fake what the server records', async () => {
  const server = await restServer(db)
  const [one, two] = [await reader(server), await reader(server)]
  const details = { ip_address: '203.0.113.9', user_agent: 'forged', timestamp: 'never', event_data: { a: 1 } }
  const body = { action: 'suspicious_activity', status: 'warning', details, userId: two.id, user_id: two.id, ip_address: '203.0.113.9' }
  const said = await report(server.url, body, { authorization: `Bearer ${one.bearer}`, 'x-forwarded-for': '203.0.113.9' })
  expect(said).toEqual({ status: 200, body: { success: true } })
  expect(
    await db.selectFrom('activity_logs').select('id').where('user_id', '=', two.id).where('action', '=', body.action).execute(),
  ).toEqual([])
  const rows = await db.selectFrom('activity_logs').selectAll().where('user_id', '=', one.id).where('action', '=', body.action).execute()
  const [row] = rows.filter(r => JSON.stringify(r.details).includes('"a":1'))
  expect(row).toMatchObject({
    ip_address: '127.0.0.1',
    details: { event_data: { a: 1 }, ip_address: '127.0.0.1', user_agent: row?.user_agent, timestamp: row?.created_at.toISOString() },
  })
})

test('whatever a browser reports is marked as its own report, and the audit leaves it out', async () => {
  const server = await restServer(db)
  const { id, bearer, client } = await reader(server)
  const body = { action: 'login_success', resourceType: 'security', status: 'success', source: 'server' }
  expect((await report(server.url, body, { authorization: `Bearer ${bearer}` })).status).toBe(200)
  const forged = { user_id: id, action: 'login_success', resource_type: 'security', status: 'success' as const }
  expect((await client.from('activity_logs').insert(forged)).status).toBe(201)
  for (const claim of [{ source: 'server' }, { actor_id: id }, { is_sealed: true }])
    expect(await client.from('activity_logs').insert({ ...forged, ...claim })).toMatchObject({ status: 400, error: { code: 'PGRST204' } })
  const logged = db.selectFrom('activity_logs').select(['source', 'kind']).where('user_id', '=', id).where('action', '=', 'login_success')
  expect(await logged.where('source', '=', 'browser').execute()).toEqual([1, 2].map(() => ({ source: 'browser', kind: 'security' })))
  const { entries, total } = await listAuthEvents(db, { offset: 0, limit: 1000 })
  expect(entries.filter(entry => entry.source === 'browser')).toEqual([])
  expect(total).toBe(entries.length)
})

test('invalid entries are refused with a sentence', async () => {
  const server = await restServer(db)
  const { bearer } = await reader(server)
  const action = { action: 'auth.logout', status: 'info' }
  const wrong = [
    null,
    [],
    { status: 'info' },
    { action: 'auth.logout', status: 'odd' },
    { ...action, details: [] },
    { ...action, action: 'x'.repeat(101) },
    { ...action, details: { a: 'x'.repeat(13_000) } },
    { ...action, details: { a: Array.from({ length: 1500 }, () => 1e300) } },
  ]
  for (const body of wrong) {
    const said = await report(server.url, body, { authorization: `Bearer ${bearer}` })
    expect(said, JSON.stringify(body).slice(0, 80)).toMatchObject({
      status: 400,
      body: { code: expect.any(String), message: expect.stringMatching(/\w+ \w+/) },
    })
  }
})

test('a browser of another origin may call', async () => {
  const server = await restServer(db)
  const answer = await fetch(`${server.url}/functions/v1/log-activity`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,apikey,content-type,x-client-info,x-region',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-headers')).toContain('x-region')
})

test('what a stranger reports is short: it is kept', async () => {
  const server = await restServer(db)
  const failure = (letters: number) => ({ action: 'auth.login', status: 'error', details: { reason: 'x'.repeat(letters) } })
  expect((await report(server.url, failure(400))).status).toBe(200)
  expect((await report(server.url, failure(600))).status).toBe(413)
  const { bearer } = await reader(server)
  expect((await report(server.url, failure(600), { authorization: `Bearer ${bearer}` })).status).toBe(200)
})

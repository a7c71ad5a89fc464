// Tests what sign-ins, failed sign-ins and stolen tokens leave in the log and the inbox.
import { expect, test } from 'vitest'
import { type AuthServer, authServer, call, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: roomy })

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const newerChrome = chrome.replace('140', '141')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

// Of one moment, the security event comes first.
const logOf = (email: string) =>
  db.selectFrom('activity_logs').selectAll().where('email', '=', email).orderBy('created_at').orderBy('resource_type', 'desc').execute()
const logOfUser = (userId: string) => db.selectFrom('activity_logs').selectAll().where('user_id', '=', userId).execute()
const signIn = (person: object, userAgent = chrome, at: AuthServer = server) =>
  call(at, 'POST', '/token?grant_type=password', person, { 'user-agent': userAgent })

async function person() {
  const one = somebody()
  return { ...one, id: String(await server.auth.createUser(one)) }
}

test('a sign-in is logged with what the server saw', async () => {
  const { id, ...one } = await person()
  await signIn(one)
  const seen = { user_id: id, ip_address: '127.0.0.1', user_agent: chrome, status: 'success' }
  const rows = await logOf(one.email)
  expect(rows).toMatchObject([
    { ...seen, action: 'login_success', resource_type: 'security' },
    { ...seen, action: 'auth.login', resource_type: 'auth', details: { method: 'password' } },
  ])
  expect(rows[0]?.details).toEqual({
    event_data: { method: 'password' },
    ip_address: '127.0.0.1',
    user_agent: chrome,
    timestamp: rows[0]?.created_at.toISOString(),
  })
})

test('a sign-in that failed is logged with its reason, for an unknown address without a person', async () => {
  const { id, ...one } = await person()
  const unknown = somebody()
  await signIn({ ...one, password: 'a wrong password' })
  await signIn(unknown)
  for (const [email, user_id] of [[one.email, id] as const, [unknown.email, null] as const])
    expect(await logOf(email)).toMatchObject([
      { user_id, action: 'failed_login_attempt', status: 'warning' },
      { user_id, action: 'auth.login', status: 'error', details: { reason: 'invalid_credentials' } },
    ])
  expect(JSON.stringify(await logOf(one.email))).not.toContain('a wrong password')
})

test('a sign-up is logged, and one that failed with its reason', async () => {
  const one = somebody()
  await call(server, 'POST', '/signup', one)
  await call(server, 'POST', '/signup', one)
  const actions = (await logOf(one.email)).map(r => `${r.action} ${r.status}`)
  expect(actions).toContain('auth.register success')
  expect((await logOf(one.email)).at(-1)).toMatchObject({
    action: 'auth.register',
    status: 'error',
    details: { reason: 'user_already_exists' },
  })
})

test('the first device is no news, another is: logged and mailed; an update of the browser is not', async () => {
  const { id, ...one } = await person()
  await signIn(one, chrome)
  await signIn(one, newerChrome)
  await expect(server.mailTo(one.email)).rejects.toThrow('no mail')
  await signIn(one, safari)
  const mail = await server.mailTo(one.email)
  expect(mail.subject).toBe('New sign-in to your account')
  for (const part of ['Safari on iOS', '127.0.0.1', 'http://mailferry.example/profile']) expect(mail.text).toContain(part)
  expect((await logOfUser(id)).filter(r => r.action === 'suspicious_activity')).toMatchObject([
    { details: { event_data: { reason: 'new_device' } } },
  ])
})

test('a refresh token that comes back is logged as suspicious, though the request is refused', async () => {
  const { id, ...one } = await person()
  const first = (await signIn(one)).body?.['refresh_token']
  const refresh = (refresh_token: unknown) => call(server, 'POST', '/token?grant_type=refresh_token', { refresh_token })
  await refresh((await refresh(first)).body?.['refresh_token'])
  server.wait(10_000)
  await refresh(first)
  expect((await logOfUser(id)).find(r => r.action === 'suspicious_activity')).toMatchObject({
    status: 'warning',
    details: { event_data: { reason: 'refresh_token_reuse' } },
  })
})

test('a new password and a sign-out are logged', async () => {
  const { id, ...one } = await person()
  const authorization = `Bearer ${String((await signIn(one)).body?.['access_token'])}`
  await call(server, 'PUT', '/user', { password: 'another long password' }, { authorization })
  await call(server, 'POST', '/logout', undefined, { authorization })
  const actions = (await logOfUser(id)).map(r => r.action)
  expect(actions).toEqual(expect.arrayContaining(['password_change', 'auth.logout']))
})

test('a wrong code is a failed sign-in: of a mail with its address, of an authenticator with its person', async () => {
  const { id, ...one } = await person()
  const unknown = somebody().email
  for (const email of [one.email, unknown]) await call(server, 'POST', '/verify', { type: 'recovery', email, token: 'abcdef' })
  for (const [email, user_id] of [[one.email, id] as const, [unknown, null] as const])
    expect(await logOf(email)).toMatchObject([
      { user_id, action: 'failed_login_attempt', status: 'warning', details: { event_data: { reason: 'otp_expired', method: 'code' } } },
      { user_id, action: 'auth.login', status: 'error' },
    ])
  const authorization = `Bearer ${String((await signIn(one)).body?.['access_token'])}`
  const { body: factor } = await call(server, 'POST', '/factors', { factor_type: 'totp' }, { authorization })
  const { body: challenge } = await call(server, 'POST', `/factors/${String(factor?.['id'])}/challenge`, {}, { authorization })
  const wrong = { challenge_id: challenge?.['id'], code: 'abcdef' }
  await call(server, 'POST', `/factors/${String(factor?.['id'])}/verify`, wrong, { authorization })
  expect((await logOf(one.email)).at(-1)).toMatchObject({
    action: 'failed_login_attempt',
    details: { event_data: { reason: 'mfa_verification_failed' } },
  })
})

test('who signs up by a mailed link or anonymously is logged as registered', async () => {
  const own = await authServer(db, { switches: { ...roomy, anonymous: true } })
  const email = somebody().email
  await call(own, 'POST', '/otp', { email })
  expect(await logOf(email)).toMatchObject([{ action: 'auth.register', status: 'success', details: { method: 'otp' } }])
  const { body } = await call(own, 'POST', '/signup', {})
  const actions = (await logOfUser(String(Object(body?.['user']).id))).map(r => `${r.action} ${r.status}`)
  expect(actions).toContain('auth.register success')
})

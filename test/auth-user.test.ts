// Tests PUT /user and reauthentication: changing the address, the password and the user metadata.
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, autoconfirm: false } })
const direct = await authServer(db, { switches: { ...roomy, anonymous: true } })

describe.each(clients)('supabase-js %s', (_name, open) => {
  async function signedIn(at = server) {
    const person = somebody()
    await at.auth.createUser(person)
    const client = open(at.url)
    await client.auth.signInWithPassword(person)
    return { client, ...person }
  }

  test('moves to a new address once both confirmed, in any order', async () => {
    for (const order of [['new', 'old'] as const, ['old', 'new'] as const]) {
      const { client, email } = await signedIn()
      const next = somebody().email
      const { data } = await client.auth.updateUser({ email: next })
      expect(data.user).toMatchObject({ email, new_email: next })
      const mails = { old: await server.mailTo(email), new: await server.mailTo(next) }
      expect(mails.old.subject).not.toBe(mails.new.subject)
      const half = await openLink(server, mails[order[0]])
      expect(new URLSearchParams(half.hash.slice(1)).get('message')).toMatch(/^Confirmation link accepted/)
      expect((await client.auth.getUser()).data.user?.email).toBe(email)
      expect((await openLink(server, mails[order[1]])).hash).toContain('access_token=')
      const moved = (await client.auth.getUser()).data.user
      expect(moved).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] })
      expect(moved?.new_email).toBeUndefined()
    }
  })

  test('confirms the change with codes, the first of which brings no session', async () => {
    const { client, email } = await signedIn()
    const next = somebody().email
    await client.auth.updateUser({ email: next })
    const enter = async (address: string) =>
      open(server.url).auth.verifyOtp({ email: address, token: (await server.mailTo(address)).code, type: 'email_change' })
    const half = await enter(email)
    expect(half).toMatchObject({ data: { session: null }, error: null })
    expect(half.data.user?.id).toBeUndefined()
    expect((await enter(next)).data.user?.email).toBe(next)
  })

  test('one address alone cannot move the account, however often it agrees or the other fails', async () => {
    const { client, email } = await signedIn()
    const next = somebody().email
    await client.auth.updateUser({ email: next })
    const enter = (address: string, token: string) => call(server, 'POST', '/verify', { type: 'email_change', email: address, token })
    for (let i = 0; i < 7; i++) await enter(email, '000000')
    await openLink(server, await server.mailTo(next))
    await call(server, 'POST', '/resend', { type: 'email_change', email })
    await openLink(server, await server.mailTo(next))
    await enter(next, (await server.mailTo(next)).code)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  test('learns nothing about an address that is taken: only its owner is told, and the account stays where it is', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const { data, error } = await one.client.auth.updateUser({ email: two.email })
    expect({ error, new_email: data.user?.new_email }).toEqual({ error: null, new_email: two.email })
    const told = await server.mailTo(two.email)
    expect(told).toMatchObject({ subject: 'Someone tried to use your address', code: '' })
    await openLink(server, await server.mailTo(one.email))
    expect((await one.client.auth.getUser()).data.user?.email).toBe(one.email)
    expect((await two.client.auth.updateUser({ email: two.email })).data.user?.new_email).toBeUndefined()
  })

  test('changes the address immediately if confirmation is off', async () => {
    const { client } = await signedIn(direct)
    const next = somebody().email
    expect((await client.auth.updateUser({ email: next })).data.user).toMatchObject({ email: next, user_metadata: {} })
  })

  test('merges metadata, and null removes a key', async () => {
    const { client } = await signedIn()
    await client.auth.updateUser({ data: { a: 1, b: { c: 2 } } })
    const { data } = await client.auth.updateUser({ data: { a: null, d: 3 } })
    expect(data.user?.user_metadata).toEqual({ b: { c: 2 }, d: 3 })
    expect((await client.auth.updateUser({ data: { big: 'x'.repeat(9000) } })).error).toMatchObject({ code: 'validation_failed' })
    const { data: next } = await client.auth.refreshSession()
    expect(next.user?.user_metadata).toEqual({ b: { c: 2 }, d: 3 })
  })

  test('a weak password is refused and nothing of the same request is changed', async () => {
    const { client } = await signedIn()
    expect((await client.auth.updateUser({ password: 'short', data: { a: 1 } })).error).toMatchObject({ name: 'AuthWeakPasswordError' })
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({})
  })

  test('a new password invalidates codes that were emailed before', async () => {
    const { client, email } = await signedIn()
    await client.auth.resetPasswordForEmail(email)
    const { code } = await server.mailTo(email)
    await client.auth.updateUser({ password: 'another long password' })
    expect((await open(server.url).auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject({ code: 'otp_expired' })
  })

  test('an anonymous user adds an address', async () => {
    const client = open(direct.url)
    const { data } = await client.auth.signInAnonymously()
    expect((await client.auth.updateUser({ password: 'a long enough password' })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    })
    const { email, password } = somebody()
    await client.auth.updateUser({ email })
    await client.auth.updateUser({ password })
    const { data: again } = await open(direct.url).auth.signInWithPassword({ email, password })
    expect(again.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      identities: [{ provider: 'email' }],
    })
  })

  test('a session that is not fresh needs a mailed code to change the password', async () => {
    const careful = await authServer(db, { switches: { ...roomy } })
    const { client, email, password } = await signedIn(careful)
    expect((await client.auth.updateUser({ password: 'a second password' })).error).toBeNull()
    careful.wait(10 * 60_000)
    await client.auth.refreshSession()
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.updateUser({ password, nonce: '000000' })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
    expect((await client.auth.updateUser({ password, nonce: (await careful.mailTo(email)).code })).error).toBeNull()
  })
})

test('app_metadata and phones are not a person’s to change', async () => {
  const { body } = await call(direct, 'POST', '/signup', somebody())
  const change = (what: unknown) => call(direct, 'PUT', '/user', what, { authorization: `Bearer ${String(body?.['access_token'])}` })
  expect(await change({ app_metadata: { role: 'admin' } })).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
  expect(await change({ phone: '+15550100' })).toMatchObject({ status: 400, body: { error_code: 'phone_provider_disabled' } })
  expect(await change({ role: 'service_role', id: 'x', is_anonymous: true })).toMatchObject({
    status: 200,
    body: { role: 'authenticated', is_anonymous: false },
  })
})

test('a banned user is refused by every endpoint', async () => {
  const person = somebody()
  const id = await direct.auth.createUser(person)
  const { body } = await call(direct, 'POST', '/token?grant_type=password', person)
  await db
    .updateTable('users')
    .set({ banned_until: new Date(Date.now() + 3_600_000) })
    .where('id', '=', String(id))
    .execute()
  const authorization = `Bearer ${String(body?.['access_token'])}`
  expect(await direct.auth.verifySession(String(body?.['access_token']))).toBeNull()
  expect(await call(direct, 'GET', '/user', undefined, { authorization })).toMatchObject({
    status: 403,
    body: { error_code: 'user_banned' },
  })
  expect(await call(direct, 'POST', '/token?grant_type=password', person)).toMatchObject({
    status: 400,
    body: { error_code: 'user_banned' },
  })
  const refresh = { refresh_token: body?.['refresh_token'] }
  expect(await call(direct, 'POST', '/token?grant_type=refresh_token', refresh)).toMatchObject({
    status: 400,
    body: { error_code: 'user_banned' },
  })
})

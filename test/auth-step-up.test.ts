// Attacks an account with a stolen session: what decides where mail goes needs a fresh proof of who is signed in.
import { expect, test } from 'vitest'
import { authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const stale = 10 * 60_000

async function signedIn(open: (typeof clients)[number][1]) {
  const server = await authServer(db, { switches: { ...roomy, autoconfirm: false } })
  const person = somebody()
  const userId = String(await server.auth.createUser(person))
  const client = open(server.url)
  const { data } = await client.auth.signInWithPassword(person)
  const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  const { session_id } = (await client.auth.getClaims())?.data?.claims ?? {}
  const act = () => server.auth.refuseUnproven(userId, String(session_id))
  return { server, client, person, userId, bearer, act }
}

test.each(clients)(
  'a stolen session of ten minutes sets no password and adds no factor or number, by supabase-js %s',
  async (_name, open) => {
    const { server, client, bearer, act } = await signedIn(open)
    await act()
    server.wait(stale)
    const needed = { status: 400, code: 'reauthentication_needed' }
    expect((await client.auth.updateUser({ password: 'the thief’s password' })).error).toMatchObject(needed)
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needed)
    const link = await call(server, 'GET', '/user/identities/authorize?provider=google&skip_http_redirect=true', undefined, bearer)
    expect(link).toMatchObject({ status: 400, body: { error_code: 'reauthentication_needed' } })
    await expect(act()).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' })
    await client.auth.refreshSession()
    await expect(act()).rejects.toMatchObject({ code: 'reauthentication_needed' })
    const wrong = await call(server, 'PUT', '/user', { current_password: 'a guess' }, bearer)
    expect(wrong).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
    await expect(act()).rejects.toMatchObject({ code: 'reauthentication_needed' })
  },
)

test.each(clients)('the password or a code proves it again for ten minutes, by supabase-js %s', async (_name, open) => {
  const { server, client, person, act } = await signedIn(open)
  const proofs = [async () => ({ current_password: person.password }), async () => ({ nonce: (await server.mailTo(person.email)).code })]
  for (const proof of proofs) {
    server.wait(stale)
    await expect(act()).rejects.toMatchObject({ code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.updateUser(await proof())).error).toBeNull()
    await act()
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: String(proofs.indexOf(proof)) })).error).toBeNull()
  }
  expect((await client.auth.updateUser({ password: 'a second password' })).error).toBeNull()
})

test('a code that was sent is worth one proof, and a stranger’s requests for emails do not delay it', async () => {
  const { server, client, person, act } = await signedIn(clients[0]?.[1] ?? (() => expect.fail()))
  await call(server, 'POST', '/recover', { email: person.email })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const nonce = (await server.mailTo(person.email)).code
  expect(nonce).toMatch(/^\d{8}$/)
  expect((await client.auth.updateUser({ nonce })).error).toBeNull()
  server.wait(stale)
  expect((await client.auth.updateUser({ nonce })).error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  await expect(act()).rejects.toMatchObject({ code: 'reauthentication_needed' })
})

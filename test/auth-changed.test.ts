// Tests that people get an email, at their previous address, when their sign-in credentials change.
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { authServer, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, autoconfirm: false } })
const [[, open] = []] = clients

async function signedIn() {
  const person = somebody()
  await server.auth.createUser(person)
  const client = open?.(server.url)
  await client?.auth.signInWithPassword(person)
  if (!client) throw new Error('no client')
  return { client, person }
}

test('a change of password is reported with time, place and what to do', async () => {
  const { client, person } = await signedIn()
  await client.auth.updateUser({ password: 'another long enough password' })
  const told = await server.mailTo(person.email)
  expect(told.subject).toBe('Your password was changed')
  expect(told.text).toContain('127.0.0.1')
  expect(told.text).toContain('Forgot password')
  expect(told.headers).toBeUndefined()
})

test('a change of address is reported to the old address', async () => {
  const { client, person } = await signedIn()
  const { email } = somebody()
  await client.auth.updateUser({ email })
  for (const address of [person.email, email]) await openLink(server, await server.mailTo(address))
  const told = await server.mailTo(person.email)
  expect(told.subject).toBe('Your account has a new email address')
  expect(told.text).toContain(email)
})

test('a second factor is reported when it is verified and when it is removed, not when enrollment starts', async () => {
  const { client, person } = await signedIn()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (data?.type !== 'totp') throw new Error('not enrolled')
  await expect(server.mailTo(person.email)).rejects.toThrow('no mail')
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  expect((await server.mailTo(person.email)).subject).toBe('A second factor was added to your account')
  await client.auth.mfa.unenroll({ factorId: data.id })
  const told = await server.mailTo(person.email)
  expect(told.subject).toBe('A second factor was removed from your account')
  expect(told.text).toContain('an authenticator app')
})

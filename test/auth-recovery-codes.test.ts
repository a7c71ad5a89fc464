// Tests recovery codes: each signs in once in place of a second factor, they are counted, and go with the last factor.
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { NewRecoveryCodes, RecoveryCodeCount } from '../core/api/recovery-codes.ts'
import { authServer, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const usual = await authServer(db, { switches: { ...roomy } })
function open(url: string) {
  const [newest] = clients
  if (!newest) throw new Error('no client')
  return newest[1](url)
}

/** With the limits as they come. */
const strict = await authServer(db)

async function withFactor(server = usual) {
  const person = somebody()
  await server.auth.createUser(person)
  const client = open(server.url)
  await client.auth.signInWithPassword(person)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (data?.type !== 'totp') throw new Error('not enrolled')
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
  return { person, client, factorId: data.id }
}

type Client = Awaited<ReturnType<typeof withFactor>>['client']

async function ask(client: Client, method: 'GET' | 'POST', path = '', body?: unknown, server = usual) {
  const { data } = await client.auth.getSession()
  const response = await fetch(`${server.url}/auth/v1/recovery-codes${path}`, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

const make = async (client: Client) => NewRecoveryCodes.parse((await ask(client, 'POST')).answer).codes
const count = async (client: Client) => RecoveryCodeCount.parse((await ask(client, 'GET')).answer)

async function signInAgain(person: ReturnType<typeof somebody>, server = usual) {
  const client = open(server.url)
  await client.auth.signInWithPassword(person)
  return client
}

test('ten codes are shown once and kept as digests, and new ones replace them', async () => {
  const { client } = await withFactor()
  expect(await count(client)).toEqual({ left: 0, total: 0, createdAt: null })
  const codes = await make(client)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  expect(await count(client)).toMatchObject({ left: 10, total: 10 })
  const stored = JSON.stringify((await db.selectFrom('recovery_codes').selectAll().execute()).map(row => row.code_hash.toString('latin1')))
  for (const code of codes) expect(stored).not.toContain(code.replace('-', ''))
  const newer = await make(client)
  expect(await count(client)).toMatchObject({ left: 10, total: 10 })
  expect(newer.filter(code => codes.includes(code))).toEqual([])
})

test('a code signs in once where the second factor is lost, and its owner is told', async () => {
  const { person, client } = await withFactor()
  const [code = '', other = ''] = await make(client)
  const lost = await signInAgain(person)
  expect((await ask(lost, 'GET')).status).toBe(401)
  const used = await ask(lost, 'POST', '/verify', { code: ` ${code.toLowerCase().replace('-', ' ')} ` })
  expect(used.status).toBe(200)
  const { access_token, refresh_token } = used.answer as { access_token: string; refresh_token: string }
  expect(decodeJwt(access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, { method: 'password' }] })
  expect((await lost.auth.setSession({ access_token, refresh_token })).error).toBeNull()
  expect(await count(lost)).toMatchObject({ left: 9, total: 10 })
  expect((await usual.mailTo(person.email)).subject).toBe('A recovery code was used to sign in')

  const again = await signInAgain(person)
  expect(await ask(again, 'POST', '/verify', { code })).toMatchObject({ status: 422, answer: { error_code: 'mfa_verification_failed' } })
  expect((await ask(again, 'POST', '/verify', { code: other })).status).toBe(200)
})

test('a code of one person opens nothing of another', async () => {
  const { client } = await withFactor()
  const [code = ''] = await make(client)
  const { person } = await withFactor()
  const stranger = await signInAgain(person)
  expect((await ask(stranger, 'POST', '/verify', { code })).status).toBe(422)
})

test('only after the second factor can codes be made, and without a factor there are none', async () => {
  const { person, client, factorId } = await withFactor()
  await make(client)
  const onlyPassword = await signInAgain(person)
  expect((await ask(onlyPassword, 'POST')).status).toBe(401)
  await client.auth.mfa.unenroll({ factorId })
  await client.auth.refreshSession()
  expect(await count(client)).toEqual({ left: 0, total: 0, createdAt: null })
  expect((await ask(client, 'POST')).status).toBe(404)
})

test('wrong codes are counted like wrong codes of a factor', async () => {
  const { person, client } = await withFactor(strict)
  await ask(client, 'POST', '', {}, strict)
  const guesser = await signInAgain(person, strict)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await ask(guesser, 'POST', '/verify', { code: 'AAAAA-AAAAA' }, strict)).status)
  expect(statuses[0]).toBe(422)
  expect(statuses.at(-1)).toBe(429)
})

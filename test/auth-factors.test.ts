// Tests authenticators as a second factor with the official clients: enrolling, aal2, unenrolling.
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { type AuthServer, authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, anonymous: true } })

/** The code of the app at the server's hour; `steps` is one of another half minute. */
let ahead = 0
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead + steps * 30_000 })
/** A code works once: time goes on to the next. */
const nextCode = (at: AuthServer = server) => {
  ahead += 30_000
  at.wait(30_000)
}

describe.each(clients)('supabase-js %s', (_name, open) => {
  async function signedIn() {
    const person = somebody()
    await server.auth.createUser(person)
    const client = open(server.url)
    await client.auth.signInWithPassword(person)
    return { client, person }
  }
  async function withFactor() {
    const { client, person } = await signedIn()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    if (data?.type !== 'totp') throw new Error('not enrolled')
    const first = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
    expect(first.error).toBeNull()
    nextCode()
    return { client, person, factorId: data.id, secret: data.totp.secret }
  }

  test('enrolls with a code that a camera can scan', async () => {
    const { client, person } = await signedIn()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    expect(error).toBeNull()
    if (data?.type !== 'totp') throw new Error('not enrolled')
    expect(data.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>\s*$/)
    const uri = new URL(data.totp.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('issuer')).toBe('mailferry.example')
    expect(decodeURIComponent(uri.pathname)).toContain(person.email)
    const { data: user } = await client.auth.getUser()
    expect(user.user?.factors).toMatchObject([{ id: data.id, status: 'unverified', factor_type: 'totp', friendly_name: 'phone' }])
  })

  test('the right code raises the session to aal2, and a refresh keeps it there', async () => {
    const { client, person, factorId } = await withFactor()
    const { data: session } = await client.auth.getSession()
    expect(decodeJwt(session.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])
    const { data: next } = await client.auth.refreshSession()
    expect(decodeJwt(next.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
    const again = open(server.url)
    await again.auth.signInWithPassword(person)
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    // Our own API lets nobody in with the password alone once a factor is there.
    const half = (await again.auth.getSession()).data.session?.access_token ?? ''
    expect(await server.auth.verifySession(half)).toMatchObject({ isSecondStepDue: true })
    expect(await server.auth.verifySession(next.session?.access_token ?? '')).toMatchObject({ isSecondStepDue: false })
  })

  test('a wrong code is refused, and a code works once', async () => {
    const { client, factorId, secret } = await withFactor()
    const right = codeOf(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: wrong })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 2) })).error).toMatchObject({
      code: 'mfa_verification_failed',
    })
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: right })).error).toBeNull()
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: right })).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -1) })).error).toMatchObject({
      code: 'mfa_verification_failed',
    })
  })

  test('raising one session to aal2 ends all aal1 sessions', async () => {
    const { client, person } = await signedIn()
    const other = open(server.url)
    await other.auth.signInWithPassword(person)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (data?.type !== 'totp') throw new Error('not enrolled')
    await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('an aal1 session can neither enroll nor remove a factor nor change the password', async () => {
    const { person, factorId } = await withFactor()
    const low = open(server.url)
    await low.auth.signInWithPassword(person)
    expect((await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await low.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect((await low.auth.updateUser({ password: 'another long password' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
    expect((await low.auth.updateUser({ data: { ok: true } })).error).toBeNull()
  })

  test('unenrolling a factor takes its sessions back to aal1', async () => {
    const { client, factorId } = await withFactor()
    const { data } = await client.auth.mfa.unenroll({ factorId })
    expect(data).toEqual({ id: factorId })
    const { data: next } = await client.auth.refreshSession()
    expect(decodeJwt(next.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(next.user?.factors).toBeUndefined()
  })

  test('a second factor of the same name is refused, two without a name too', async () => {
    const { client } = await signedIn()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  })

  test('phones and anonymous people are refused', async () => {
    const { client } = await signedIn()
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' })).error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
    })
    const nobody = open(server.url)
    await nobody.auth.signInAnonymously()
    expect((await nobody.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 403, code: 'no_authorization' })
  })

  test('a factor of somebody else is not found', async () => {
    const { factorId } = await withFactor()
    const { client } = await signedIn()
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404 })
    expect((await client.auth.mfa.challenge({ factorId: crypto.randomUUID() })).error).toMatchObject({ status: 404 })
  })
})

async function raw(at: AuthServer = server) {
  const { body } = await call(at, 'POST', '/signup', somebody())
  const authorization = `Bearer ${String(body?.['access_token'])}`
  const ask = (method: string, path: string, given?: unknown) => call(at, method, path, given, { authorization })
  const { body: factor } = await ask('POST', '/factors', { factor_type: 'totp' })
  const totp = factor?.['totp']
  const secret = totp instanceof Object && 'secret' in totp ? String(totp.secret) : ''
  return { ask, id: String(factor?.['id']), secret, refreshToken: String(body?.['refresh_token']), authorization }
}

test('an older refresh token cannot reach aal2, and using it ends the session', async () => {
  const { ask, id, secret, refreshToken } = await raw()
  const { body: challenge } = await ask('POST', `/factors/${id}/challenge`, {})
  const raised = await ask('POST', `/factors/${id}/verify`, { challenge_id: challenge?.['id'], code: codeOf(secret) })
  expect(raised.status).toBe(200)
  const refresh = (token: unknown) => call(server, 'POST', '/token?grant_type=refresh_token', { refresh_token: token })
  expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } })
  expect((await refresh(raised.body?.['refresh_token'])).status).toBe(400)
})

test('a challenge is refused when it is unknown, answered, or older than five minutes', async () => {
  const own = await authServer(db, { switches: roomy })
  const { ask, id, secret } = await raw(own)
  const verify = (challenge_id: unknown, code: string) => ask('POST', `/factors/${id}/verify`, { challenge_id, code })
  const challenge = async () => (await ask('POST', `/factors/${id}/challenge`, {})).body
  expect(await verify(crypto.randomUUID(), '123456')).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } })
  expect(await verify('nonsense', '123456')).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } })
  const before = Math.floor(Date.now() / 1000)
  const one = await challenge()
  expect(one?.['expires_at']).toBeGreaterThanOrEqual(before + 300)
  expect(one?.['expires_at']).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
  expect(await verify(one?.['id'], '')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  own.wait(300_000)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 300_000 })
  expect(await verify(one?.['id'], code)).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
  const two = await challenge()
  expect((await verify(two?.['id'], code)).status).toBe(200)
  expect(await verify(two?.['id'], code)).toMatchObject({ status: 422, body: { error_code: 'mfa_ip_address_mismatch' } })
})

test('a factor that a password thief began to enroll before the owner had one cannot be verified by password alone', async () => {
  const person = somebody()
  await call(server, 'POST', '/signup', person)
  const signedIn = async () => {
    const { body } = await call(server, 'POST', '/token?grant_type=password', person)
    return { authorization: `Bearer ${String(body?.['access_token'])}` }
  }
  const enrol = async (friendly_name: string) =>
    (await call(server, 'POST', '/factors', { factor_type: 'totp', friendly_name }, await signedIn())).body
  const [own, begun] = [await enrol('own'), await enrol('of the thief')]
  const thief = await signedIn()
  const { body: asked } = await call(server, 'POST', `/factors/${String(begun?.['id'])}/challenge`, {}, thief)
  // A factor of another type does not drop what was begun.
  await db.updateTable('factors').set({ status: 'verified' }).where('id', '=', String(own?.['id'])).execute()
  const code = codeOf(String((begun?.['totp'] as { secret: string } | undefined)?.secret))
  const low = { status: 401, body: { error_code: 'insufficient_aal' } }
  const shown = { challenge_id: asked?.['id'], code }
  expect(await call(server, 'POST', `/factors/${String(begun?.['id'])}/verify`, shown, thief)).toMatchObject(low)
  expect(await call(server, 'POST', `/factors/${String(begun?.['id'])}/challenge`, {}, thief)).toMatchObject(low)
})

test('guessing codes is limited, no matter from how many addresses', async () => {
  const own = await authServer(db, { switches: { limits: { ...roomy.limits, factorTries: { points: 3, seconds: 300 } } } })
  const { ask, id } = await raw(own)
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) {
    const { body } = await ask('POST', `/factors/${id}/challenge`, {})
    statuses.push((await ask('POST', `/factors/${id}/verify`, { challenge_id: body?.['id'], code: 'abcdef' })).status)
  }
  expect(statuses).toEqual([422, 422, 422, 429])
})

test('a factor that nobody verifies within five minutes frees its name', async () => {
  const own = await authServer(db, { switches: roomy })
  const { ask, id } = await raw(own)
  expect((await ask('POST', '/factors', { factor_type: 'totp' })).status).toBe(422)
  own.wait(301_000)
  const again = await ask('POST', '/factors', { factor_type: 'totp' })
  expect(again.status).toBe(200)
  expect(again.body?.['id']).not.toBe(id)
})

test('at most ten factors per user, with sealed secrets', async () => {
  const { ask, secret } = await raw()
  for (let i = 1; i < 10; i++) expect((await ask('POST', '/factors', { factor_type: 'totp', friendly_name: `n${i}` })).status).toBe(200)
  expect(await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'n10' })).toMatchObject({
    status: 422,
    body: { error_code: 'too_many_enrolled_mfa_factors' },
  })
  expect(await ask('POST', '/factors', { factor_type: 'smoke' })).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  expect(await ask('DELETE', '/factors/nonsense')).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } })
  const rows = await db.selectFrom('factors').select('sealed_secret').execute()
  expect(rows.some(r => r.sealed_secret?.includes(secret))).toBe(false)
})

test('wrong codes wait longer and longer, over all hosts, and their owner learns that the password is known', async () => {
  const switches = {
    limits: { ...roomy.limits, factorTries: { points: 2, seconds: 300 }, factorTriesAnHour: { points: 3, seconds: 3600 } },
  }
  const [own, another] = [await authServer(db, { switches }), await authServer(db, { switches })]
  const person = somebody()
  await own.auth.createUser(person)
  const open = clients[0]?.[1]
  const client = open?.(own.url)
  await client?.auth.signInWithPassword(person)
  const { data } = (await client?.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })) ?? {}
  const [factorId, secret] = [data?.id ?? '', data?.type === 'totp' ? data.totp.secret : '']
  await client?.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -ahead / 30_000) })
  const enter = async (at: AuthServer, code: string) => {
    const thief = open?.(at.url)
    await thief?.auth.signInWithPassword(person)
    return (await thief?.auth.mfa.challengeAndVerify({ factorId, code }))?.error?.status ?? 200
  }
  const tries = [await enter(own, '000000'), await enter(another, '000000'), await enter(own, '000000')]
  expect(tries).toEqual([422, 422, 429])
  // As if the five minutes were over: a host that has just started knows only what is stored.
  await db.deleteFrom('rate_limits').where('key', 'like', 'factorTries:%').execute()
  const later = await authServer(db, { switches })
  expect([await enter(later, '000000'), await enter(later, '000000')]).toEqual([422, 429])
  expect(await own.mailTo(person.email)).toMatchObject({ subject: 'Someone who knows your password tried to sign in' })
})

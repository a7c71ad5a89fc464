// Tests phone sign-up, sign-in and second factors with the official clients, on captured text messages.
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AuthServer, authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
type Sent = Awaited<ReturnType<NonNullable<Parameters<typeof authServer>[1]>['sendCode'] & {}>>
let answer: Sent = { kind: 'sent', messageId: 'wamid.1' }
const arrived = new Map<string, string[]>()
const sendCode = async (phone: string, code: string): Promise<Sent> => {
  arrived.set(phone, [...(arrived.get(phone) ?? []), code])
  return answer
}
const server = await authServer(db, { sendCode, switches: roomy })
beforeEach(() => {
  answer = { kind: 'sent', messageId: 'wamid.1' }
})

const codesFor = (phone: string): string[] => arrived.get(phone.replace(/\D/g, '')) ?? []
const codeFor = (phone: string): string => codesFor(phone).at(-1) ?? 'none'
const wrongFor = (phone: string): string => (codeFor(phone) === '111111' ? '222222' : '111111')
let numbers = 0
const newPhone = (): string => `+1555${String(process.pid % 1000).padStart(3, '0')}${String(++numbers).padStart(4, '0')}`
const digits = (phone: string): string => phone.slice(1)
const password = 'a long enough password'

describe.each(clients)('supabase-js %s', (_name, open) => {
  /** Signed in by a code. */
  async function withPhone(phone = newPhone(), at: AuthServer = server) {
    const client = open(at.url)
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
    const { data, error } = await client.auth.verifyOtp({ phone, token: codeFor(phone), type: 'sms' })
    expect(error).toBeNull()
    return { client, phone, token: data.session?.access_token ?? '', userId: data.user?.id ?? '' }
  }

  test('signs up with a password, proves the number, and signs in by both', async () => {
    const client = open(server.url)
    const phone = newPhone()
    const { data, error } = await client.auth.signUp({
      phone: `${phone.slice(0, 5)} ${phone.slice(5)}`,
      password,
      options: { data: { name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email: '',
      phone: digits(phone),
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { name: 'Ada' },
      identities: [{ provider: 'phone', identity_data: { phone: digits(phone), phone_verified: false } }],
    })
    expect((await client.auth.signInWithPassword({ phone, password })).error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    const verified = await client.auth.verifyOtp({ phone, token: codeFor(phone), type: 'sms' })
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
    })
    expect(verified.data.user?.identities).toMatchObject([{ identity_data: { phone_verified: true }, last_sign_in_at: expect.any(String) }])
    const signedIn = await client.auth.signInWithPassword({ phone, password })
    expect(decodeJwt(signedIn.data.session?.access_token ?? '')).toMatchObject({
      sub: data.user?.id,
      phone: digits(phone),
      email: '',
      amr: [{ method: 'password' }],
    })
    expect((await client.auth.signInWithPassword({ phone, password: 'not the password' })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('a code signs in, creates a user if requested, and works once', async () => {
    const client = open(server.url)
    const phone = newPhone()
    expect((await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })).error).toMatchObject({ code: 'otp_disabled' })
    const asked = await client.auth.signInWithOtp({ phone, options: { channel: 'whatsapp', data: { name: 'Ben' } } })
    expect(asked).toMatchObject({ error: null, data: { messageId: 'wamid.1' } })
    const first = codeFor(phone)
    expect((await client.auth.verifyOtp({ phone, token: wrongFor(phone), type: 'sms' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    const { data } = await client.auth.verifyOtp({ phone, token: first, type: 'sms' })
    expect(data.user).toMatchObject({ phone: digits(phone), user_metadata: { name: 'Ben' } })
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'otp' }], aal: 'aal1' })
    expect((await client.auth.verifyOtp({ phone, token: first, type: 'sms' })).error).toMatchObject({ code: 'otp_expired' })
    // Who is there already gets in without being made anew.
    expect((await withPhone(phone)).userId).toBe(data.user?.id)
  })

  test('resends a confirmation, and the newer code invalidates the older', async () => {
    const client = open(server.url)
    const phone = newPhone()
    await client.auth.signUp({ phone, password })
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    await vi.waitFor(() => expect(codesFor(phone)).toHaveLength(2))
    const [first = '', second = ''] = codesFor(phone)
    if (first !== second) expect((await client.auth.verifyOtp({ phone, token: first, type: 'sms' })).error).not.toBeNull()
    expect((await client.auth.verifyOtp({ phone, token: second, type: 'sms' })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ phone, password })).error).toBeNull()
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    expect((await client.auth.resend({ type: 'sms', phone: newPhone() })).error).toBeNull()
    expect(codesFor(phone)).toHaveLength(2)
  })

  test('a person adds a number, moves to another, and the old one no longer signs in', async () => {
    const person = somebody()
    await server.auth.createUser(person)
    const client = open(server.url)
    await client.auth.signInWithPassword(person)
    const [one, two] = [newPhone(), newPhone()]
    const asked = await client.auth.updateUser({ phone: one })
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: digits(one), phone_change_sent_at: expect.any(String) })
    expect((await client.auth.verifyOtp({ phone: one, token: codeFor(one), type: 'sms' })).error).toMatchObject({ code: 'otp_expired' })
    const moved = await client.auth.verifyOtp({ phone: one, token: codeFor(one), type: 'phone_change' })
    expect(moved.data.user).toMatchObject({
      email: person.email,
      phone: digits(one),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    expect(moved.data.user?.new_phone).toBeUndefined()
    expect((await server.mailTo(person.email)).text).toContain(one)
    expect(moved.data.user?.identities?.map(identity => identity.provider).toSorted()).toEqual(['email', 'phone'])
    expect((await client.auth.updateUser({ phone: two })).error).toBeNull()
    // Clients resend by the number that is to come, or by the one that is there.
    for (const phone of [two, one]) await client.auth.resend({ type: 'phone_change', phone })
    await vi.waitFor(() => expect(codesFor(two)).toHaveLength(3))
    expect((await client.auth.verifyOtp({ phone: two, token: codeFor(two), type: 'phone_change' })).data.user?.phone).toBe(digits(two))
    expect((await client.auth.signInWithPassword({ phone: one, password: person.password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await client.auth.signInWithPassword({ phone: two, password: person.password })).data.user?.email).toBe(person.email)
    const other = await withPhone()
    // Whether a number is taken shows only to who receives its code.
    expect((await other.client.auth.updateUser({ phone: two })).error).toBeNull()
    const taken = await open(server.url).auth.verifyOtp({ phone: two, token: codeFor(two), type: 'phone_change' })
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  test('a removed number no longer signs anybody in', async () => {
    const { client, phone, userId } = await withPhone()
    const { email } = somebody()
    await client.auth.updateUser({ email, password })
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
    const own = identities.find(identity => identity.provider === 'phone')
    if (!own) throw new Error('There is no identity of the phone.')
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: userId, email, phone: '', app_metadata: { providers: ['email'] } })
    expect((await client.auth.signInWithPassword({ phone, password })).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await withPhone(phone)).userId).not.toBe(userId)
  })

  test('a user without an address reauthenticates by phone', async () => {
    const at = await authServer(db, { sendCode, switches: { ...roomy, timeboxMs: 7 * 86_400_000 } })
    const { client, phone, userId } = await withPhone(newPhone(), at)
    at.wait(30 * 60_000)
    await client.auth.refreshSession()
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.updateUser({ password, nonce: wrongFor(phone) })).error).toMatchObject({ code: 'reauthentication_not_valid' })
    expect((await client.auth.updateUser({ password, nonce: codeFor(phone) })).error).toBeNull()
    await client.auth.reauthenticate()
    expect(await at.auth.isReauthenticated(userId, null)).toBe(false)
    expect(await at.auth.isReauthenticated(userId, codeFor(phone))).toBe(true)
  })

  test('a phone works as a second factor', async () => {
    const person = somebody()
    await server.auth.createUser(person)
    const client = open(server.url)
    await client.auth.signInWithPassword(person)
    const phone = newPhone()
    const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'My phone', phone })
    expect(enrolled.data).toMatchObject({ type: 'phone', friendly_name: 'My phone', phone: digits(phone) })
    const factorId = enrolled.data?.id ?? ''
    const asked = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect(asked.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
    const challengeId = asked.data?.id ?? ''
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: wrongFor(phone) })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    const { data, error } = await client.auth.mfa.verify({ factorId, challengeId, code: codeFor(phone) })
    expect(error).toBeNull()
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, { method: 'password' }] })
    const listed = await client.auth.mfa.listFactors()
    expect(listed.data?.phone).toMatchObject([{ id: factorId, status: 'verified', phone: digits(phone) }])
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeFor(phone) })).error).not.toBeNull()
    expect((await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Again', phone })).error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
    const again = open(server.url)
    await again.auth.signInWithPassword(person)
    expect((await again.auth.updateUser({ phone: newPhone() })).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })
})

describe('what is refused', () => {
  const signUp = (body: object, at: AuthServer = server) => call(at, 'POST', '/signup', { password, ...body })
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }

  test.each<[string, string, object, number, string, RegExp]>([
    ['a number with letters', '/otp', { phone: '+1555abc' }, 400, 'validation_failed', /E\.164/],
    ['a number with a leading zero', '/signup', { phone: '0155501', password }, 400, 'validation_failed', /E\.164/],
    ['a number of 16 digits', '/verify', { phone: '1234567890123456', type: 'sms', token: '1' }, 400, 'validation_failed', /E\.164/],
    ['another channel', '/otp', { phone: '+15550109', channel: 'pigeon' }, 400, 'validation_failed', /Invalid channel/],
    ['PKCE', '/signup', { phone: '+15550109', password, ...pkce }, 400, 'validation_failed', /^PKCE not supported for phone signups$/],
    ['no password', '/signup', { phone: '+15550109' }, 400, 'validation_failed', /valid password/],
    ['a weak password', '/signup', { phone: '+15550109', password: 'short' }, 422, 'weak_password', /at least 8/],
    ['both at sign-up', '/signup', { phone: '+15550109', email: 'a@example.com', password }, 400, 'validation_failed', /Only an email/],
    [
      'both at login',
      '/token?grant_type=password',
      { phone: '1', email: 'a@example.com', password },
      400,
      'validation_failed',
      /Only an email/,
    ],
    ['both for a code', '/otp', { phone: '+15550109', email: 'a@example.com' }, 400, 'validation_failed', /Only an email/],
    ['a resend to nobody', '/resend', { type: 'sms' }, 400, 'validation_failed', /requires a phone number/],
    ['a type that is for mail', '/verify', { phone: '+15550109', type: 'signup', token: '1' }, 400, 'validation_failed', /Unsupported/],
    ['an unknown number', '/token?grant_type=password', { phone: '+15550109', password }, 400, 'invalid_credentials', /Invalid login/],
  ])('%s', async (_name, path, body, status, code, message) => {
    const refused = await call(server, 'POST', path, body)
    expect(refused).toMatchObject({ status, body: { error_code: code, message: expect.stringMatching(message) } })
  })

  test('a taken number gets the same response as a free one, and its owner gets a sign-in code', async () => {
    const phone = newPhone()
    const free = await signUp({ phone, data: { name: 'Ada' } })
    await call(server, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })
    const taken = await signUp({ phone, data: { name: 'Ada' } })
    expect(taken.status).toBe(200)
    expect(Object.keys(taken.body ?? {}).toSorted()).toEqual(Object.keys(free.body ?? {}).toSorted())
    expect(taken.body).toMatchObject({ phone: digits(phone), user_metadata: { name: 'Ada' } })
    expect(taken.body?.['id']).not.toBe(free.body?.['id'])
    expect(taken.body?.['phone_confirmed_at']).toBeUndefined()
    expect(codesFor(phone)).toHaveLength(2)
    expect((await call(server, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })).body).toMatchObject({
      user: { id: free.body?.['id'] },
    })
  })

  test('the password of somebody who signed up first with a number does not open it', async () => {
    const phone = newPhone()
    const resend = async () => {
      const before = codesFor(phone).length
      await call(server, 'POST', '/resend', { type: 'sms', phone })
      await vi.waitFor(() => expect(codesFor(phone)).toHaveLength(before + 1))
    }
    await signUp({ phone, password: 'the password of a thief' })
    await signUp({ phone, password: 'the password of the owner' })
    await resend()
    expect((await call(server, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })).status).toBe(200)
    for (const tried of ['the password of a thief', 'the password of the owner'])
      expect((await call(server, 'POST', '/token?grant_type=password', { phone, password: tried })).body).toMatchObject({
        error_code: 'invalid_credentials',
      })
  })

  test.each(['password', 'sign-out'])('a number that a thief began to add is no way back in after a %s', async by => {
    const person = somebody()
    await server.auth.createUser(person)
    const signIn = async () => {
      const { body } = await call(server, 'POST', '/token?grant_type=password', person)
      return { authorization: `Bearer ${String(body?.['access_token'])}` }
    }
    const phone = newPhone()
    expect((await call(server, 'PUT', '/user', { phone }, await signIn())).body).toMatchObject({ new_phone: digits(phone) })
    const own = await signIn()
    if (by === 'password') await call(server, 'PUT', '/user', { password: 'another long password' }, own)
    else await call(server, 'POST', '/logout?scope=others', undefined, own)
    const began = codesFor(phone).length
    expect((await call(server, 'POST', '/resend', { type: 'phone_change', phone })).status).toBe(200)
    expect((await call(server, 'POST', '/verify', { type: 'phone_change', phone, token: codeFor(phone) })).status).toBe(403)
    expect(codesFor(phone)).toHaveLength(began)
    expect((await call(server, 'GET', '/user', undefined, own)).body?.['new_phone']).toBeUndefined()
  })

  test('a code expires after five wrong attempts, and after five minutes', async () => {
    const phone = newPhone()
    const verify = (token: string) => call(server, 'POST', '/verify', { phone, token, type: 'sms' })
    await call(server, 'POST', '/otp', { phone })
    for (let i = 0; i < 5; i++) expect((await verify(wrongFor(phone))).status).toBe(403)
    expect((await verify(codeFor(phone))).status).toBe(403)
    await call(server, 'POST', '/otp', { phone })
    server.wait(299_000)
    const other = codeFor(phone)
    server.wait(1_000)
    expect((await verify(other)).status).toBe(403)
    await call(server, 'POST', '/otp', { phone })
    server.wait(299_000)
    expect((await verify(codeFor(phone))).status).toBe(200)
  })

  test('codes are not stored in readable form', async () => {
    const phone = newPhone()
    await call(server, 'POST', '/otp', { phone })
    const row = await db.selectFrom('phone_codes').selectAll().where('phone', '=', digits(phone)).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(codeFor(phone))
    expect(row.code_hash).toHaveLength(32)
  })

  test('one code a minute per number, and a limited number an hour in total', async () => {
    // Other tests have sent codes, too.
    await db.deleteFrom('rate_limits').execute()
    const at = await authServer(db, {
      sendCode,
      switches: { limits: { ...roomy.limits, codeToPhone: { points: 1, seconds: 60 }, codes: { points: 2, seconds: 3600 } } },
    })
    const phone = newPhone()
    const ask = (to: string) => call(at, 'POST', '/otp', { phone: to })
    expect((await ask(phone)).status).toBe(200)
    expect(await ask(phone)).toMatchObject({
      status: 429,
      body: {
        error_code: 'over_sms_send_rate_limit',
        message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
      },
    })
    // The second step of somebody who came in by the same number does not wait for the first one's minute.
    const client = clients[0]?.[1](at.url)
    await client?.auth.verifyOtp({ phone, token: codeFor(phone), type: 'sms' })
    const { data } = (await client?.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'p', phone })) ?? {}
    const factorId = data?.id ?? ''
    expect((await client?.auth.mfa.challenge({ factorId }))?.error).toBeNull()
    expect((await client?.auth.mfa.challenge({ factorId }))?.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
    expect((await ask(newPhone())).status).toBe(200)
    expect(await ask(newPhone())).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } })
  })

  test.each([
    ['unknown', 503, /may still arrive/],
    ['unreachable', 422, /can’t reach this number/],
    ['unavailable', 503, /Try again later/],
  ] as const)('a code that is %s is told plainly, and works if it comes after all', async (kind, status, message) => {
    answer = { kind }
    const phone = newPhone()
    expect(await signUp({ phone })).toMatchObject({
      status,
      body: { error_code: 'sms_send_failed', message: expect.stringMatching(message) },
    })
    expect((await call(server, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })).status).toBe(200)
  })

  test('a banned user cannot sign in with a code', async () => {
    const phone = newPhone()
    await call(server, 'POST', '/otp', { phone })
    await db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 86_400_000) })
      .where('phone', '=', digits(phone))
      .execute()
    expect(await call(server, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })).toMatchObject({
      status: 403,
      body: { error_code: 'user_banned' },
    })
  })

  test('after too many wrong passwords for a number even the right one is refused', async () => {
    const at = await authServer(db, { sendCode, switches: { limits: { ...roomy.limits, wrongPassword: { points: 2, seconds: 900 } } } })
    const phone = newPhone()
    await signUp({ phone }, at)
    await call(at, 'POST', '/verify', { phone, token: codeFor(phone), type: 'sms' })
    const signIn = (given: string) => call(at, 'POST', '/token?grant_type=password', { phone, password: given })
    expect((await signIn(password)).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await signIn('not the password')).status).toBe(400)
    expect(await signIn(password)).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  })

  test('nothing is sent to phones if phone sign-in is off', async () => {
    const without = await authServer(db, { switches: roomy })
    const phone = newPhone()
    for (const [path, body] of [
      ['/signup', { phone, password }],
      ['/otp', { phone }],
      ['/resend', { type: 'sms', phone }],
      ['/token?grant_type=password', { phone, password }],
    ] as const)
      expect(await call(without, 'POST', path, body)).toMatchObject({ status: 400, body: { error_code: 'phone_provider_disabled' } })
    expect((await call(without, 'GET', '/settings')).body).toMatchObject({ external: { phone: false }, sms_provider: '' })
    expect((await call(server, 'GET', '/settings')).body).toMatchObject({
      external: { phone: true },
      sms_provider: 'whatsapp',
      phone_autoconfirm: false,
    })
  })
})

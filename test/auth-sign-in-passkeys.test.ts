// Tests passkeys in place of a password, with the official client and a software key.
import { createClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, test, vi } from 'vitest'
import { type AuthServer, authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { type Authenticator, type Fault, newAuthenticator, type Options } from './authenticator.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const taken: { userId: string; kind: string; id: string }[] = []
const undoLink = (userId: string, change: { kind: string; id: string }) => {
  taken.push({ userId, ...change })
  return 'http://mailferry.example/undo/x'
}
const server = await authServer(db, { switches: { ...roomy, anonymous: true }, undoLink })
const origin = 'http://mailferry.example'

function open(at: AuthServer = server) {
  const [newest] = clients
  if (!newest) throw new Error('no client')
  return newest[1](at.url).auth
}

async function person(at: AuthServer = server) {
  const one = somebody()
  const userId = await at.auth.createUser(one)
  const auth = open(at)
  await auth.signInWithPassword(one)
  return { ...one, userId: String(userId), auth }
}
type Client = ReturnType<typeof open>

async function register(auth: Client, key: Authenticator, fault: Fault = {}) {
  const { data, error } = await auth.passkey.startRegistration()
  if (!data) throw error
  return auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential: Object(key.create(data.options, fault)) })
}

async function withPasskey(at: AuthServer = server, key = newAuthenticator(origin)) {
  const one = await person(at)
  const { data, error } = await register(one.auth, key)
  expect(error).toBeNull()
  return { ...one, key, passkeyId: data?.id ?? '' }
}

async function signIn(key: Authenticator, { fault = {}, auth = open() }: { fault?: Fault; auth?: Client } = {}) {
  const { data, error } = await auth.passkey.startAuthentication()
  if (!data) throw error
  return auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential: Object(key.get(data.options, fault)) })
}

const codeOf = ({ error }: { error: unknown }) => Object(error).code
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const nobody = '00000000-0000-0000-0000-000000000000'

test('a passkey is registered as a discoverable key with its user verified', async () => {
  const { auth, email, key, passkeyId } = await withPasskey()
  const { data } = await auth.passkey.startRegistration()
  expect(data?.challenge_id).toMatch(uuid)
  expect(data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 290)
  expect(data?.options).toMatchObject({
    rp: { id: 'mailferry.example' },
    user: { name: email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    pubKeyCredParams: expect.arrayContaining([{ alg: -7, type: 'public-key' }]),
    excludeCredentials: [{ id: key.credentialId.toString('base64url') }],
  })
  const listed = await auth.passkey.list()
  expect(listed).toMatchObject({ error: null, data: [{ id: passkeyId, created_at: expect.any(String) }] })
})

test('it signs in without a password, as two proofs, and the log and the list say so', async () => {
  const { auth, userId, key, passkeyId } = await withPasskey()
  const { data: asked } = await open().passkey.startAuthentication()
  expect(asked?.options).toMatchObject({ rpId: 'mailferry.example', userVerification: 'required', allowCredentials: [] })
  const fresh = open()
  const { data, error } = await signIn(key, { auth: fresh })
  expect(error).toBeNull()
  expect(data?.user?.id).toBe(userId)
  const { data: own } = await fresh.getUser(data?.session?.access_token)
  expect(own.user?.id).toBe(userId)
  expect(decodeJwt(data?.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
  expect((await auth.passkey.list()).data).toMatchObject([{ id: passkeyId, last_used_at: expect.any(String) }])
  const log = await db.selectFrom('activity_logs').select(['action', 'status']).where('user_id', '=', userId).execute()
  expect(log).toEqual(expect.arrayContaining([{ action: 'auth.passkey_added', status: 'success' }]))
  expect(log.filter(({ action }) => action === 'login_success')).toHaveLength(2)
})

test('who has a second factor is not asked for it after a passkey, and needs it to add one', async () => {
  const { auth, key, email, password } = await withPasskey()
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (data?.type !== 'totp') throw new Error('not enrolled')
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  await auth.mfa.challengeAndVerify({ factorId: data.id, code })
  const byPasskey = open()
  await signIn(key, { auth: byPasskey })
  expect((await byPasskey.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  const byPassword = open()
  await byPassword.signInWithPassword({ email, password })
  expect(codeOf(await byPassword.passkey.startRegistration())).toBe('insufficient_aal')
  expect(codeOf(await byPassword.passkey.delete({ passkeyId: (await auth.passkey.list()).data?.[0]?.id ?? '' }))).toBe('insufficient_aal')
})

test.each<[string, Fault]>([
  ['from another origin', { origin: 'https://mailferry.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['of another challenge', { challenge: Buffer.alloc(32, 7) }],
  ['whose user was not verified', { flags: 0x01 }],
  ['that counts back', { counter: 0 }],
  ['of a key that is somebody else’s', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ['of an unknown key', { credentialId: Buffer.alloc(32, 7) }],
])('a sign-in %s is refused alike, and the right one still works', async (_, fault) => {
  const { key } = await withPasskey()
  const refused = await signIn(key, { fault })
  expect(refused).toMatchObject({ data: null, error: { code: 'webauthn_verification_failed', status: 400 } })
  expect(Object(refused.error).message).toBe('Credential verification failed')
  expect((await signIn(key)).error).toBeNull()
})

test('a wrong signature of a known key is in its owner’s log', async () => {
  const { key, userId } = await withPasskey()
  await signIn(key, { fault: { counter: 0 } })
  const failed = db.selectFrom('activity_logs').select('details').where('user_id', '=', userId).where('action', '=', 'failed_login_attempt')
  expect(await failed.execute()).toMatchObject([{ details: { event_data: { reason: 'webauthn_verification_failed', method: 'passkey' } } }])
})

test.each<[string, Fault]>([
  ['from another origin', { origin: 'https://mailferry.example' }],
  ['whose user was not verified', { flags: 0x41 }],
  ['with an attestation', { fmt: 'apple' }],
])('a registration %s is refused', async (_, fault) => {
  const { auth } = await person()
  expect(codeOf(await register(auth, newAuthenticator(origin), fault))).toBe('webauthn_verification_failed')
  expect((await auth.passkey.list()).data).toEqual([])
})

test('a challenge works once, for five minutes, for its own purpose and user', async () => {
  const own = await authServer(db, { switches: roomy })
  const [anna, ben] = [await withPasskey(own), await person(own)]
  const auth = open(own)
  const { data: asked } = await auth.passkey.startAuthentication()
  if (!asked) throw new Error('no challenge')
  const given = { challengeId: asked.challenge_id, credential: Object(anna.key.get(asked.options)) }
  const both = await Promise.all([auth.passkey.verifyAuthentication(given), auth.passkey.verifyAuthentication(given)])
  expect(both.filter(({ error }) => error === null)).toHaveLength(1)
  expect(codeOf(await auth.passkey.verifyAuthentication(given))).toBe('webauthn_challenge_not_found')
  expect(codeOf(await auth.passkey.verifyAuthentication({ ...given, challengeId: nobody }))).toBe('webauthn_challenge_not_found')

  const { data: begun } = await ben.auth.passkey.startRegistration()
  if (!begun) throw new Error('no challenge')
  const made = { challengeId: begun.challenge_id, credential: Object(newAuthenticator(origin).create(begun.options)) }
  expect(codeOf(await anna.auth.passkey.verifyRegistration(made))).toBe('webauthn_verification_failed')
  expect((await ben.auth.passkey.verifyRegistration(made)).error).toBeNull()
  expect(codeOf(await ben.auth.passkey.verifyRegistration(made))).toBe('webauthn_challenge_not_found')

  const { data: late } = await auth.passkey.startAuthentication()
  own.wait(300_000)
  const credential = Object(anna.key.get(late?.options ?? {}))
  expect(codeOf(await auth.passkey.verifyAuthentication({ challengeId: late?.challenge_id ?? '', credential }))).toBe(
    'webauthn_challenge_expired',
  )
})

test('a key is registered once, for whoever it is', async () => {
  const { auth, key } = await withPasskey()
  expect(codeOf(await register(auth, key))).toBe('webauthn_credential_exists')
  const other = await person()
  expect(codeOf(await register(other.auth, key))).toBe('webauthn_credential_exists')
})

test('a user has at most ten', async () => {
  const { auth } = await person()
  for (let i = 0; i < 10; i++) expect((await register(auth, newAuthenticator(origin))).error).toBeNull()
  expect(codeOf(await auth.passkey.startRegistration())).toBe('too_many_passkeys')
})

test('adding one needs a session with a fresh proof, and an account', async () => {
  expect(Object((await open().passkey.startRegistration()).error).name).toBe('AuthSessionMissingError')
  const own = await authServer(db, { switches: { ...roomy, anonymous: true } })
  const stranger = open(own)
  await stranger.signInAnonymously()
  expect(codeOf(await stranger.passkey.startRegistration())).toBe('no_authorization')
  const { auth } = await person(own)
  own.wait(11 * 60_000)
  expect(codeOf(await auth.passkey.startRegistration())).toBe('reauthentication_needed')
})

test('its owner renames and removes it, gets an email for each change, and then it signs in no more', async () => {
  const { auth, email, key, passkeyId, userId } = await withPasskey()
  const added = await server.mailTo(email)
  expect(added.subject).toBe('A passkey was added to your account')
  expect(taken).toContainEqual({ userId, kind: 'passkey', id: passkeyId })
  expect((await auth.passkey.update({ passkeyId, friendlyName: ' Laptop ' })).data).toMatchObject({
    id: passkeyId,
    friendly_name: 'Laptop',
  })
  expect((await auth.passkey.list()).data).toMatchObject([{ friendly_name: 'Laptop' }])
  expect(await auth.passkey.update({ passkeyId: nobody, friendlyName: 'x' })).toMatchObject({ data: null, error: { status: 404 } })
  expect(codeOf(await auth.passkey.update({ passkeyId, friendlyName: ' ' }))).toBe('validation_failed')
  const other = await person()
  expect(await other.auth.passkey.delete({ passkeyId })).toMatchObject({ error: { code: 'webauthn_credential_not_found' } })
  expect(await auth.passkey.delete({ passkeyId })).toEqual({ data: null, error: null })
  expect((await server.mailTo(email)).subject).toBe('A passkey was removed from your account')
  expect((await auth.passkey.list()).data).toEqual([])
  expect(codeOf(await signIn(key))).toBe('webauthn_verification_failed')
})

test('the link in the email takes it back and signs everyone out', async () => {
  const { auth, key, passkeyId, userId } = await withPasskey()
  await db.transaction().execute(tx => server.auth.undo(tx, userId, { kind: 'passkey', id: passkeyId }))
  expect(codeOf(await signIn(key))).toBe('webauthn_verification_failed')
  expect((await auth.getUser()).error).not.toBeNull()
})

test('an operator lists and removes them', async () => {
  const { userId, passkeyId, key } = await withPasskey()
  const { token } = await server.serviceKey()
  const { admin } = createClient(server.url, token, { auth: { persistSession: false, autoRefreshToken: false } }).auth
  expect(await admin.passkey.listPasskeys({ userId })).toMatchObject({ error: null, data: [{ id: passkeyId }] })
  expect(await admin.passkey.deletePasskey({ userId, passkeyId: nobody })).toMatchObject({ error: { status: 404 } })
  expect(await admin.passkey.deletePasskey({ userId, passkeyId })).toEqual({ data: null, error: null })
  expect(codeOf(await signIn(key))).toBe('webauthn_verification_failed')
  const log = db.selectFrom('activity_logs').select('action').where('user_id', '=', userId).where('action', '=', 'auth.passkey_deleted')
  expect(await log.execute()).toHaveLength(1)
  expect((await call(server, 'GET', `/admin/users/${userId}/passkeys`)).status).toBe(401)
})

test('a banned user, and one whose address nobody has confirmed, is not let in', async () => {
  const { userId, key } = await withPasskey()
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', userId).execute()
  expect(codeOf(await signIn(key))).toBe('email_not_confirmed')
  const until = new Date(Date.now() + 3_600_000)
  await db.updateTable('users').set({ email_confirmed_at: new Date(), banned_until: until }).where('id', '=', userId).execute()
  expect(codeOf(await signIn(key))).toBe('user_banned')
})

test('challenges and tries are limited by network', async () => {
  const strict = await authServer(db, {
    switches: { limits: { ...roomy.limits, passkeyChallenge: { points: 2, seconds: 60 }, token: { points: 1, seconds: 60 } } },
  })
  const ask = (path: string, body: object) => call(strict, 'POST', `/passkeys/authentication/${path}`, body)
  expect([(await ask('options', {})).status, (await ask('options', {})).status, (await ask('options', {})).status]).toEqual([200, 200, 429])
  const wrong = { challenge_id: nobody, credential: { id: 'AAAA' } }
  expect([(await ask('verify', wrong)).status, (await ask('verify', wrong)).status]).toEqual([400, 429])
})

test('asking for a challenge stores nothing, and used ones are forgotten', async () => {
  const count = async () => (await db.selectFrom('used_passkey_challenges').select('id').execute()).length
  const before = await count()
  for (let i = 0; i < 5; i++) await open().passkey.startAuthentication()
  expect(await count()).toBe(before)
})

test('an invalid answer is a bad request', async () => {
  const { data } = await open().passkey.startAuthentication()
  for (const credential of [undefined, 'x', {}, { id: 'a b' }])
    expect(await call(server, 'POST', '/passkeys/authentication/verify', { challenge_id: data?.challenge_id, credential })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
})

test('there are none where they are off, or on a bare IP address', async () => {
  for (const options of [{ switches: { ...roomy, webauthn: false } }, { publicUrl: 'http://127.0.0.1:8080', switches: roomy }]) {
    const off = await authServer(db, options)
    const { auth } = await person(off)
    expect(codeOf(await auth.passkey.startRegistration())).toBe('passkey_disabled')
    expect(codeOf(await open(off).passkey.startAuthentication())).toBe('passkey_disabled')
    expect((await call(off, 'GET', '/settings')).body).toMatchObject({ passkeys_enabled: false })
  }
  expect((await call(server, 'GET', '/settings')).body).toMatchObject({ passkeys_enabled: true })
})

afterEach(() => vi.unstubAllGlobals())

test('a browser registers one and signs in with it by the calls that do it all at once', async () => {
  const { auth, userId } = await person()
  const key = newAuthenticator(origin)
  class PublicKeyCredential {
    constructor(answer: object) {
      Object.assign(this, answer)
    }
  }
  const asked: unknown[] = []
  const credentials = {
    create: async ({ publicKey }: { publicKey: Options }) => new PublicKeyCredential(key.create(publicKey)),
    get: async ({ publicKey, mediation }: { publicKey: Options; mediation?: string }) => {
      asked.push(mediation)
      return new PublicKeyCredential(key.get(publicKey))
    },
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials })
  vi.stubGlobal('document', {})
  vi.stubGlobal('window', { PublicKeyCredential, location: { hostname: 'mailferry.example', origin } })
  expect(await auth.registerPasskey()).toMatchObject({ error: null, data: { id: expect.any(String) } })
  const signedIn = await open().signInWithPasskey({ options: { mediation: 'conditional' } })
  expect(signedIn).toMatchObject({ error: null, data: { user: { id: userId } } })
  expect(asked).toEqual(['conditional'])
})

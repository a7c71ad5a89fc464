// Tests passkeys and security keys as a second factor, with the official clients and a software key.
import { decodeJwt } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AuthServer, authServer, call, clients, roomy, somebody } from './auth-wire.ts'
import { type Authenticator, type Fault, newAuthenticator, type Options } from './authenticator.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, anonymous: true } })

const origin = 'http://mailferry.example'
const claims = { rpId: 'mailferry.example', rpOrigins: [origin] }

/** What the wire answers to a challenge. */
interface Challenge {
  id: string
  type: string
  expires_at: number
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: Options & Record<string, unknown> } }
}

async function person(at: AuthServer = server) {
  const { body } = await call(at, 'POST', '/signup', somebody())
  const headers = { authorization: `Bearer ${String(body?.['access_token'])}` }
  const ask = (method: string, path: string, given?: unknown) => call(at, method, path, given, headers)
  const enroll = async (friendly_name: string) =>
    String((await ask('POST', '/factors', { friendly_name, factor_type: 'webauthn' })).body?.['id'])
  const challenge = async (id: string): Promise<Challenge> =>
    Reflect.apply(Object, undefined, [(await ask('POST', `/factors/${id}/challenge`, { factorId: id, webauthn: claims })).body])
  const verify = (id: string, { id: challenge_id, webauthn: { type } }: Challenge, credential_response: unknown, more: object = {}) =>
    ask('POST', `/factors/${id}/verify`, { challenge_id, webauthn: { type, ...claims, credential_response, ...more } })
  /** Goes on with the session that a proof has raised. */
  const goOn = (raised: { body: Record<string, unknown> | null }) => {
    headers.authorization = `Bearer ${String(raised.body?.['access_token'])}`
  }
  return { ask, enroll, challenge, verify, goOn }
}

async function withKey(at: AuthServer = server, key: Authenticator = newAuthenticator(origin)) {
  const one = await person(at)
  const id = await one.enroll('key')
  const asked = await one.challenge(id)
  const raised = await one.verify(id, asked, key.create(asked.webauthn.credential_options.publicKey))
  expect(raised.status).toBe(200)
  one.goOn(raised)
  return { ...one, id, key }
}

const options = (asked: Challenge): Options => asked.webauthn.credential_options.publicKey
const failed = { status: 422, body: { error_code: 'mfa_verification_failed' } }

describe.each(clients)('supabase-js %s', (name, open) => {
  test('a key is enrolled, raises sessions to aal2, and is unenrolled', async () => {
    const key = newAuthenticator(origin)
    const one = somebody()
    await server.auth.createUser(one)
    const client = open(server.url)
    await client.auth.signInWithPassword(one)
    /** The older client has no call that carries a key's answer. */
    const prove = async (by: typeof client, factorId: string, challengeId: string, type: 'create' | 'request', answer: unknown) => {
      const webauthn = { type, ...claims, credential_response: answer }
      if (name !== '2.49') return Reflect.apply(by.auth.mfa.verify, undefined, [{ factorId, challengeId, webauthn }])
      const authorization = `Bearer ${(await by.auth.getSession()).data.session?.access_token}`
      const { body } = await call(server, 'POST', `/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { authorization })
      return by.auth.setSession({ access_token: String(body?.['access_token']), refresh_token: String(body?.['refresh_token']) })
    }
    const enrolled = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'blue key' })
    expect(enrolled).toMatchObject({ error: null, data: { type: 'webauthn', friendly_name: 'blue key' } })
    const factorId = enrolled.data?.id ?? ''

    const create = await client.auth.mfa.challenge({ factorId, webauthn: claims })
    if (create.data?.webauthn.type !== 'create') throw new Error('It should ask for a new key.')
    const made = create.data.webauthn.credential_options.publicKey
    expect(made).toMatchObject({ rp: { id: 'mailferry.example' }, user: { name: one.email }, attestation: 'none', timeout: 300_000 })
    expect(made.authenticatorSelection).toMatchObject({ userVerification: 'preferred' })
    expect((await prove(client, factorId, create.data.id, 'create', key.create(made))).error).toBeNull()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] })
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'webauthn' }])

    const again = open(server.url)
    await again.auth.signInWithPassword(one)
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const request = await again.auth.mfa.challenge({ factorId, webauthn: claims })
    if (request.data?.webauthn.type !== 'request') throw new Error('It should ask for the key.')
    const asked = request.data.webauthn.credential_options.publicKey
    expect(asked).toMatchObject({ rpId: 'mailferry.example', userVerification: 'preferred', allowCredentials: [{ type: 'public-key' }] })
    expect((await prove(again, factorId, request.data.id, 'request', key.get(asked))).error).toBeNull()
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })

    expect((await again.auth.mfa.unenroll({ factorId })).error).toBeNull()
    const { data: next } = await again.auth.refreshSession()
    expect(decodeJwt(next.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })
})

describe('by the calls of today’s client that do it all at once', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a browser registers a key and signs in with it', async () => {
    const one = somebody()
    await server.auth.createUser(one)
    const client = clients[0]?.[1](server.url)
    await client?.auth.signInWithPassword(one)
    const key = newAuthenticator(origin)
    class PublicKeyCredential {
      constructor(answer: object) {
        Object.assign(this, answer)
      }
    }
    const credentials = {
      create: async ({ publicKey }: { publicKey: Options }) => new PublicKeyCredential(key.create(publicKey)),
      get: async ({ publicKey }: { publicKey: Options }) => new PublicKeyCredential(key.get(publicKey)),
    }
    vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
    vi.stubGlobal('navigator', { credentials })
    vi.stubGlobal('document', {})
    vi.stubGlobal('window', { PublicKeyCredential, location: { hostname: 'mailferry.example', origin } })
    expect(await client?.auth.mfa.webauthn.register({ friendlyName: 'key' })).toMatchObject({ error: null })
    const factorId = (await client?.auth.mfa.listFactors())?.data?.all[0]?.id ?? ''
    await client?.auth.signInWithPassword(one)
    expect(await client?.auth.mfa.webauthn.authenticate({ factorId })).toMatchObject({ error: null })
    expect((await client?.auth.mfa.getAuthenticatorAssuranceLevel())?.data).toMatchObject({ currentLevel: 'aal2' })
  })
})

const stranger = newAuthenticator(origin)
const other = Buffer.alloc(32, 7)
const always: [string, Fault][] = [
  ['from another origin', { origin: 'https://mailferry.example' }],
  ['from a page below ours', { origin: 'http://evil.mailferry.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['of another challenge', { challenge: other.toString('base64url') }],
  ['without anybody touching the key', { flags: 0x40 }],
]
test.each<[string, Fault]>([
  ...always,
  ['that says another way than none', { fmt: 'apple' }],
  ['with a name for the key that is too long', { credentialId: Buffer.alloc(1024, 1) }],
])('a registration %s is refused', async (_, fault) => {
  const { enroll, challenge, verify, ask } = await person()
  const id = await enroll('key')
  const key = newAuthenticator(origin)
  const asked = await challenge(id)
  expect(await verify(id, asked, key.create(options(asked), fault))).toMatchObject(failed)
  expect((await ask('GET', '/user')).body).toMatchObject({ factors: [{ status: 'unverified' }] })
  expect((await verify(id, asked, key.create(options(asked)))).status).toBe(200)
})

test.each<[string, Fault]>([
  ...always,
  ['that counts back', { counter: 0 }],
  ['that does not count on', { counter: 1 }],
  ['of another key', { credentialId: other }],
  ['of a key that is somebody else’s', { userHandle: other.toString('base64url') }],
])('an assertion %s is refused', async (_, fault) => {
  const { id, key, challenge, verify } = await withKey()
  const asked = await challenge(id)
  expect(await verify(id, asked, key.get(options(asked), fault))).toMatchObject(failed)
  expect((await verify(id, asked, key.get(options(asked)))).status).toBe(200)
})

test('an assertion works once, for any challenge', async () => {
  const { id, key, challenge, verify } = await withKey()
  const [one, two] = [await challenge(id), await challenge(id)]
  const answer = key.get(options(one))
  expect((await verify(id, one, answer)).status).toBe(200)
  expect(await verify(id, one, answer)).toMatchObject({ status: 422, body: { error_code: 'mfa_ip_address_mismatch' } })
  expect(await verify(id, two, answer)).toMatchObject(failed)
})

test('of two simultaneous requests with the same assertion one succeeds', async () => {
  const { id, key, challenge, verify } = await withKey()
  const asked = await challenge(id)
  const answer = key.get(options(asked))
  const statuses = await Promise.all([verify(id, asked, answer), verify(id, asked, answer)])
  expect(statuses.map(s => s.status).toSorted()).toEqual([200, 422])
})

test('a challenge works for five minutes and for its own factor', async () => {
  const own = await authServer(db, { switches: roomy })
  const { id, key, challenge, verify, enroll } = await withKey(own)
  const before = Math.floor(Date.now() / 1000)
  const asked = await challenge(id)
  expect(asked.expires_at).toBeGreaterThanOrEqual(before + 300)
  expect(asked.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
  const second = await enroll('second')
  const foreign = await challenge(second)
  expect(await verify(id, foreign, key.get(options(foreign)))).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } })
  own.wait(300_000)
  expect(await verify(id, asked, key.get(options(asked)))).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
})

test('a factor is one key: another cannot be registered for it', async () => {
  const { enroll, challenge, verify, goOn } = await person()
  const [id, key] = [await enroll('key'), newAuthenticator(origin)]
  const [one, two] = [await challenge(id), await challenge(id)]
  goOn(await verify(id, one, key.create(options(one))))
  expect(await verify(id, two, stranger.create(options(two)))).toMatchObject(failed)
  const second = await enroll('second')
  const asked = await challenge(second)
  expect(asked.webauthn.credential_options.publicKey).toMatchObject({
    excludeCredentials: [{ id: key.credentialId.toString('base64url') }],
  })
  expect(await verify(second, asked, key.create(options(asked)))).toMatchObject(failed)
})

test('somebody else’s key is not accepted', async () => {
  const [anna, ben] = [await withKey(), await withKey()]
  const asked = await anna.challenge(anna.id)
  expect(await anna.verify(anna.id, asked, ben.key.get(options(asked)))).toMatchObject(failed)
  expect(await anna.verify(anna.id, asked, ben.key.get(options(asked), { credentialId: anna.key.credentialId }))).toMatchObject(failed)
  const second = await anna.enroll('second')
  const create = await anna.challenge(second)
  expect(await anna.verify(second, create, ben.key.create(options(create)))).toMatchObject(failed)
  expect((await anna.ask('POST', `/factors/${ben.id}/challenge`, {})).status).toBe(404)
})

test('a passkey that is kept in several places never counts, and is let in each time', async () => {
  const { id, key, challenge, verify } = await withKey(server, newAuthenticator(origin, { counts: false }))
  for (let i = 0; i < 2; i++) {
    const asked = await challenge(id)
    expect((await verify(id, asked, key.get(options(asked)))).status).toBe(200)
  }
})

test('a claim for another site is refused with the name of this site', async () => {
  const { id, key, challenge, verify, ask } = await withKey()
  for (const webauthn of [{ rpId: 'evil.example' }, { rpId: 'example' }, { ...claims, rpOrigins: [origin, 'https://evil.example'] }])
    expect(await ask('POST', `/factors/${id}/challenge`, { webauthn })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  const asked = await challenge(id)
  const answer = key.get(options(asked))
  const claimed = await verify(id, asked, answer, { rpId: 'evil.example' })
  expect(claimed).toMatchObject({ status: 400, body: { message: 'rpId must be mailferry.example, the domain of this service' } })
  expect((await verify(id, asked, answer)).status).toBe(200)
})

test('an invalid assertion is a bad request', async () => {
  const { id, challenge, verify, ask } = await withKey()
  const asked = await challenge(id)
  const bad = { status: 400, body: { error_code: 'validation_failed' } }
  for (const given of [undefined, 'x', {}, { id: 'a', rawId: 'a', type: 'public-key', response: {} }])
    expect(await verify(id, asked, given)).toMatchObject(bad)
  expect(await ask('POST', `/factors/${id}/verify`, { challenge_id: asked.id, code: '123456' })).toMatchObject(bad)
  expect(await verify(id, asked, { id: 'a', rawId: 'a', type: 'public-key', response: {} }, { type: 'sing' })).toMatchObject(bad)
  const garbage = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
  expect(await verify(id, asked, { id: 'a', rawId: 'a', type: 'public-key', response: garbage })).toMatchObject(failed)
  expect(await verify(id, { ...asked, webauthn: { ...asked.webauthn, type: 'create' } }, stranger.create(options(asked)))).toMatchObject(
    failed,
  )
})

test('there are no keys if they are turned off, or on a bare IP address', async () => {
  const { id, challenge } = await withKey()
  expect((await challenge(id)).webauthn.type).toBe('request')
  const bare = await authServer(db, { publicUrl: 'http://127.0.0.1:8080', switches: roomy })
  const enroll = { friendly_name: 'key', factor_type: 'webauthn' }
  const { ask } = await person(bare)
  expect(await ask('POST', '/factors', enroll)).toMatchObject({ status: 422, body: { error_code: 'mfa_webauthn_enroll_not_enabled' } })
  const own = await authServer(db, { switches: roomy })
  const begun = await person(own)
  const factor = await begun.enroll('key')
  const off = await authServer(db, { switches: { ...roomy, webauthn: false } })
  const { body } = await call(off, 'POST', '/signup', somebody())
  const authorization = `Bearer ${String(body?.['access_token'])}`
  await db
    .updateTable('factors')
    .set({ user_id: decodeJwt(String(body?.['access_token'])).sub ?? '' })
    .where('id', '=', factor)
    .execute()
  expect(await call(off, 'POST', `/factors/${factor}/challenge`, {}, { authorization })).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_webauthn_verify_not_enabled' },
  })
})

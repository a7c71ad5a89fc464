// Tests attacks on sign-in with a provider, before, during and after the redirect: each is refused.
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../server/auth/auth.ts'
import { authServer, call, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { falseProvider, type Lie } from './false-provider.ts'
import { signInAt } from './oidc-browser.ts'
import { clientId, comeBack, goTo, type Landing, personAt, sha256, standingProvider, tokensOf, visit } from './provider-flows.ts'

const { db } = await testDatabase()
const oidc = await standingProvider('keycloak')
const other = await standingProvider('google', 'Google')
const liar = await falseProvider('liar')
const providers = new Map([oidc, other, liar].map(({ provider }) => [provider.name, provider]))
const open = (switches: AuthOptions['switches'] = {}, more: Partial<AuthOptions> = {}) =>
  authServer(db, { providers, switches: { ...roomy, autoconfirm: false, ...switches }, ...more })
const server = await open()
const authorize = (provider = 'keycloak', more = '') => `${server.url}/auth/v1/authorize?provider=${provider}${more}`
const codeOf = ({ url }: Landing) => url.searchParams.get('error_code')
const usersAt = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length
const userOf = async (landing: Landing) => {
  const { body } = await call(server, 'GET', '/user', undefined, { authorization: `Bearer ${landing.hash.get('access_token')}` })
  return body
}

describe('the way back', () => {
  test('a state works once, in its own browser, and for ten minutes', async () => {
    const ada = personAt(oidc)
    const way = await goTo(server, authorize(), ada)
    const elsewhere = await comeBack(server, { ...way, cookie: '' })
    expect([elsewhere.status, elsewhere.url.origin, codeOf(elsewhere)]).toEqual([303, 'http://mailferry.example', 'bad_oauth_state'])
    expect(elsewhere.hash.get('error_code')).toBe('bad_oauth_state')
    expect(codeOf(await comeBack(server, way))).toBe('bad_oauth_state')
    const own = await open()
    const late = await goTo(own, authorize().replace(server.url, own.url), ada)
    own.wait(600_001)
    expect(codeOf(await comeBack(own, late))).toBe('bad_oauth_state')
    const good = await goTo(server, authorize(), ada)
    expect((await comeBack(server, good)).hash.has('access_token')).toBe(true)
    expect(codeOf(await comeBack(server, good))).toBe('bad_oauth_state')
  })

  test('a cookie that another host of the domain set binds nothing: a victim does not come back as the attacker', async () => {
    const own = await open({}, { publicUrl: 'https://mailferry.example' })
    const begin = () => goTo(own, authorize().replace(server.url, own.url), personAt(oidc))
    const mallory = await begin()
    // Browsers let such a host choose any name without this prefix.
    const tossed = mallory.cookie.replace(/^__Host-/, '')
    const landed = await comeBack(own, { back: mallory.back, cookie: tossed })
    expect([codeOf(landed), landed.hash.has('access_token')]).toEqual(['bad_oauth_state', false])
    expect((await comeBack(own, await begin())).hash.has('access_token')).toBe(true)
  })

  test('a state that we did not make is refused, and none at all too', async () => {
    const { back, cookie } = await goTo(server, authorize(), personAt(oidc))
    const forged = new URL(back)
    forged.searchParams.set('state', `${back.searchParams.get('state')?.slice(0, 36)}.${'A'.repeat(43)}`)
    for (const state of [forged.searchParams.get('state') ?? '', 'x', crypto.randomUUID(), `${crypto.randomUUID()}.${'A'.repeat(43)}`]) {
      forged.searchParams.set('state', state)
      expect(codeOf(await comeBack(server, { back: forged, cookie }))).toBe('bad_oauth_state')
    }
    forged.searchParams.delete('state')
    const none = await comeBack(server, { back: forged, cookie })
    expect([none.status, codeOf(none)]).toEqual([303, 'bad_oauth_callback'])
  })

  test('the code of another flow is refused: an attacker cannot put their own account under the flow of a victim', async () => {
    const [ada, mallory] = [personAt(oidc), personAt(oidc)]
    const mine = await goTo(server, authorize(), ada)
    const theirs = await goTo(server, authorize(), mallory)
    mine.back.searchParams.set('code', theirs.back.searchParams.get('code') ?? '')
    const landing = await comeBack(server, mine)
    expect([landing.hash.get('access_token'), landing.url.searchParams.get('error'), codeOf(landing)]).toEqual([
      null,
      'server_error',
      'unexpected_failure',
    ])
    expect([await usersAt(ada.address), await usersAt(mallory.address)]).toEqual([0, 0])
  })

  test('a code from another provider is not sent to the requested one (mix-up attack)', async () => {
    const ada = personAt(oidc)
    const begun = await fetch(authorize('google'), { redirect: 'manual' })
    // The attacker's provider sends the browser on to the honest one, with our client there and the state of this flow.
    const page = new URL(begun.headers.get('location') ?? 'none:')
    const back = await signInAt(`${oidc.issuer}/auth${page.search}`, ada)
    expect([back.searchParams.get('iss'), back.searchParams.get('code')]).toEqual([oidc.issuer, expect.any(String)])
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(codeOf(await comeBack(server, { back, cookie }))).toBe('unexpected_failure')
    expect(other.ledger.filter(({ path }) => path === '/token')).toEqual([])
  })

  test('a redirect to another site ends on our own', async () => {
    for (const wish of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://mailferry.example@evil.example']) {
      const { url } = await visit(server, authorize('keycloak', `&redirect_to=${encodeURIComponent(wish)}`), personAt(oidc))
      expect(url.origin).toBe('http://mailferry.example')
    }
  })

  test('the error of a provider is passed on, and a banned person gets an error', async () => {
    const ada = personAt(oidc)
    const denied = await visit(server, authorize(), { ...ada, answer: 'deny' })
    expect(Object.fromEntries(denied.hash)).toMatchObject({ error: 'access_denied', error_description: 'The person declined.' })
    await visit(server, authorize(), ada)
    await db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('email', '=', ada.address)
      .execute()
    const banned = await visit(server, authorize(), ada)
    expect([banned.url.searchParams.get('error'), codeOf(banned)]).toEqual(['access_denied', 'user_banned'])
  })
})

const soon = Math.floor(Date.now() / 1000)
const lies: [what: string, Lie][] = [
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['another client', { claims: { aud: 'somebody-else' } }],
  ['several clients, and asked for by another', { claims: { aud: [clientId, 'somebody-else'], azp: 'somebody-else' } }],
  ['a time that is over', { claims: { exp: soon - 60, iat: soon - 360 } }],
  ['a key that nobody published', { signed: 'by another' }],
  ['the public key taken for a secret', { signed: 'by the public key' }],
  ['no signature', { signed: 'by nobody' }],
  ['no subject', { claims: { sub: undefined } }],
]

describe('an id token', () => {
  const back = async (lie: Lie) => {
    const begun = await fetch(authorize('liar'), { redirect: 'manual' })
    const page = new URL(begun.headers.get('location') ?? 'none:')
    liar.say(page.href, lie)
    const url = new URL(`http://mailferry.example/auth/v1/callback?code=c&state=${page.searchParams.get('state')}`)
    return comeBack(server, { back: url, cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' })
  }
  const show = async (lie: Lie & { nonce?: string }, more: object = {}) =>
    call(server, 'POST', '/token?grant_type=id_token', { provider: 'liar', id_token: await liar.idToken(lie), ...more })

  test('is accepted if all of it is valid', async () => {
    expect((await back({ claims: { sub: 'one' } })).hash.has('access_token')).toBe(true)
    expect(await show({ claims: { sub: 'one' } })).toMatchObject({ status: 200 })
    expect(await show({ claims: { sub: 'one', aud: 'an-app' } })).toMatchObject({ status: 200 })
  })

  test.each([
    ...lies,
    ['the nonce of another flow', { claims: { nonce: 'swapped' } }],
    ['no nonce', { claims: { nonce: undefined } }],
  ] as typeof lies)('that comes back with %s is not believed', async (_what, lie) => {
    const landing = await back(lie)
    expect([landing.hash.get('access_token'), codeOf(landing)]).toEqual([null, 'unexpected_failure'])
  })

  const bad = { status: 400, body: { error: 'invalid request', error_description: 'Bad ID token' } }
  test.each(lies)('that is shown with %s is refused', async (_what, lie) => {
    expect(await show(lie)).toMatchObject(bad)
  })

  test('is of its nonce and of its access token, and a digest is no nonce', async () => {
    const nonce = sha256('secret').toString('hex')
    const claims = { sub: 'one' }
    expect(await show({ claims, nonce }, { nonce: 'secret' })).toMatchObject({ status: 200 })
    const mismatch = { status: 400, body: { error: 'invalid nonce', error_description: 'Nonces mismatch' } }
    expect(await show({ claims, nonce }, { nonce: 'swapped' })).toMatchObject(mismatch)
    // Who has seen the token has seen this, and not what it was made from.
    expect(await show({ claims, nonce }, { nonce })).toMatchObject(mismatch)
    for (const [token, given] of [
      [{ claims, nonce }, {}],
      [{ claims }, { nonce: 'secret' }],
    ] as const)
      expect(await show(token, given)).toMatchObject({ status: 400, body: { error: 'invalid request' } })
    const bound = { claims: { ...claims, at_hash: sha256('access').subarray(0, 16).toString('base64url') } }
    expect(await show(bound, { access_token: 'another' })).toMatchObject(bad)
    expect(await show(bound)).toMatchObject(bad)
    expect(await show(bound, { access_token: 'access' })).toMatchObject({ status: 200 })
  })

  test('of an issuer that is not set opens nothing, whatever it claims to be', async () => {
    const id_token = await liar.idToken({ claims: { iss: oidc.issuer } })
    expect(await call(server, 'POST', '/token?grant_type=id_token', { provider: 'keycloak', id_token })).toMatchObject(bad)
    const unknown = await call(server, 'POST', '/token?grant_type=id_token', { provider: 'https://evil.example', id_token })
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'provider_disabled' } })
  })

  test('of the same subject at another issuer is somebody else', async () => {
    await show({ claims: { sub: 'two', email: 'two@example.com' } })
    const data = JSON.stringify({ iss: 'https://before.example', sub: 'two' })
    await db.updateTable('identities').set({ identity_data: data }).where('provider_id', '=', 'two').execute()
    expect(await show({ claims: { sub: 'two', email: 'two@example.com' } })).toMatchObject({
      status: 400,
      body: { error_code: 'bad_oauth_callback' },
    })
  })
})

describe('an address that was never shown to be theirs', () => {
  const password = 'the password of mallory'

  test('opens no account: an attacker who waits behind a password is gone when the owner comes', async () => {
    const ada = personAt(oidc)
    await call(server, 'POST', '/signup', { email: ada.address, password, data: { name: 'Mallory' } })
    const mallory = personAt(other, { address: ada.address, isVerified: false })
    expect(codeOf(await visit(server, authorize('google'), mallory))).toBe('provider_email_needs_verification')
    const user = await userOf(await visit(server, authorize(), ada))
    expect(user).toMatchObject({
      email: ada.address,
      user_metadata: { name: ada.name },
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    })
    expect(user?.['identities']).toHaveLength(1)
    expect(await call(server, 'POST', '/token?grant_type=password', { email: ada.address, password })).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials' },
    })
    const letter = await server.mailTo(ada.address)
    expect((await openLink(server, letter)).hash).toContain('otp_expired')
  })

  test('gives no way in: an attacker who waits behind a provider is gone when the owner signs up', async () => {
    const mallory = personAt(oidc, { isVerified: false })
    expect(codeOf(await visit(server, authorize(), mallory))).toBe('provider_email_needs_verification')
    const own = await open({ limits: { ...roomy.limits } })
    await call(own, 'POST', '/signup', { email: mallory.address, password: 'the password of the owner' })
    const letter = await own.mailTo(mallory.address)
    expect(letter.subject).toBe('Confirm your email address')
    const { hash } = await openLink(server, letter)
    const owner = await call(server, 'GET', '/user', undefined, {
      authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('access_token')}`,
    })
    expect(owner.body).toMatchObject({
      email: mallory.address,
      app_metadata: { providers: ['email'] },
      identities: [{ provider: 'email' }],
    })
    expect(codeOf(await visit(server, authorize(), mallory))).toBe('provider_email_needs_verification')
  })

  test('says to its owner what the letter of a provider lets in', async () => {
    const mallory = personAt(oidc, { isVerified: false })
    await visit(server, authorize(), mallory)
    const letter = await server.mailTo(mallory.address)
    expect([letter.subject, letter.text]).toEqual([
      expect.stringContaining('Example ID'),
      expect.stringContaining('which Example ID hasn’t verified'),
    ])
  })

  test('counts for nothing where every address is taken as confirmed, but for the provider that vouches for it', async () => {
    const own = await open({ autoconfirm: true })
    const page = authorize().replace(server.url, own.url)
    const ada = personAt(oidc)
    const { body } = await call(own, 'POST', '/signup', { email: ada.address, password })
    const authorization = `Bearer ${String(body?.['access_token'])}`
    const { body: factor } = await call(own, 'POST', '/factors', { factor_type: 'totp' }, { authorization })
    await db.updateTable('factors').set({ status: 'verified' }).where('id', '=', String(factor?.['id'])).execute()
    const { sub = '' } = decodeJwt(String(body?.['access_token']))
    const key = { credential_id: Buffer.from(sub), public_key: Buffer.alloc(1), counter: 0, transports: [], friendly_name: '' }
    await db
      .insertInto('sign_in_passkeys')
      .values({ ...key, id: crypto.randomUUID(), user_id: sub, created_at: new Date(), last_used_at: null })
      .execute()
    expect(codeOf(await visit(own, page, personAt(oidc, { address: ada.address, isVerified: false })))).toBe(
      'provider_email_needs_verification',
    )
    await visit(own, page, ada)
    expect(await call(own, 'GET', '/user', undefined, { authorization })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
    expect(await call(own, 'POST', '/token?grant_type=password', { email: ada.address, password })).toMatchObject({ status: 400 })
    expect(await usersAt(ada.address)).toBe(1)
    // Proven once, it stays: another provider joins, and nobody is signed out.
    const second = await visit(own, page.replace('keycloak', 'google'), personAt(other, { address: ada.address }))
    const { body: user } = await call(own, 'GET', '/user', undefined, { authorization: `Bearer ${second.hash.get('access_token')}` })
    expect(user).toMatchObject({ app_metadata: { providers: ['keycloak', 'google'] } })
    // The authenticator of an attacker would have kept the owner out.
    expect(user?.['factors']).toBeUndefined()
    expect(await db.selectFrom('sign_in_passkeys').select('id').where('user_id', '=', sub).execute()).toEqual([])
  })
})

describe('adding an identity', () => {
  async function attacker() {
    const person = somebody()
    await server.auth.createUser(person)
    const { body } = await call(server, 'POST', '/token?grant_type=password', person)
    return { authorization: `Bearer ${String(body?.['access_token'])}`, id: String((body?.['user'] as { id: string } | undefined)?.id) }
  }
  const begin = async (headers: Record<string, string>, more = '') => {
    const { body } = await call(
      server,
      'GET',
      `/user/identities/authorize?provider=keycloak&skip_http_redirect=true${more}`,
      undefined,
      headers,
    )
    return String(body?.['url'])
  }
  const identitiesOf = async (id: string) =>
    (await db.selectFrom('identities').select('provider').where('user_id', '=', id).execute()).map(i => i.provider)

  test('needs the browser or the verifier of who began: a victim who follows the link of an attacker stays their own', async () => {
    const { authorization, id } = await attacker()
    const ada = personAt(oidc)
    const implicit = await signInAt(await begin({ authorization }), ada)
    expect(codeOf(await comeBack(server, { back: implicit, cookie: '' }))).toBe('bad_oauth_state')
    const challenge = `&code_challenge=${sha256('v'.repeat(50)).toString('base64url')}&code_challenge_method=s256`
    const pkce = await comeBack(server, { back: await signInAt(await begin({ authorization }, challenge), ada), cookie: '' })
    expect(pkce.url.searchParams.has('code')).toBe(true)
    expect(await identitiesOf(id)).toEqual(['email'])
    expect((await userOf(await visit(server, authorize(), ada)))?.['email']).toBe(ada.address)
    const taken = { auth_code: pkce.url.searchParams.get('code'), code_verifier: 'v'.repeat(50) }
    expect(await call(server, 'POST', '/token?grant_type=pkce', taken)).toMatchObject({
      status: 422,
      body: { error_code: 'identity_already_exists' },
    })
  })

  test('ends with the sessions of who began it: a thief who was signed out adds no way back in', async () => {
    const { authorization, id } = await attacker()
    const [mallory, other] = [personAt(oidc), personAt(oidc)]
    const challenge = `&code_challenge=${sha256('v'.repeat(50)).toString('base64url')}&code_challenge_method=s256`
    const pkce = await comeBack(server, { back: await signInAt(await begin({ authorization }, challenge), mallory), cookie: '' })
    const late = await signInAt(await begin({ authorization }, challenge), other)
    expect((await call(server, 'POST', '/logout?scope=global', undefined, { authorization })).status).toBe(204)
    const taken = { auth_code: pkce.url.searchParams.get('code'), code_verifier: 'v'.repeat(50) }
    expect(await call(server, 'POST', '/token?grant_type=pkce', taken)).toMatchObject({ body: { error_code: 'flow_state_not_found' } })
    expect(codeOf(await comeBack(server, { back: late, cookie: '' }))).toBe('bad_oauth_state')
    expect(await identitiesOf(id)).toEqual(['email'])
  })

  test('takes nobody from another, and needs the second factor where there is one', async () => {
    const { authorization, id } = await attacker()
    const ada = personAt(oidc)
    await visit(server, authorize(), ada)
    const { id_token, access_token } = await tokensOf(oidc, ada)
    const asked = { provider: 'keycloak', id_token, access_token, link_identity: true }
    const link = () => call(server, 'POST', '/token?grant_type=id_token', asked, { authorization })
    expect(await link()).toMatchObject({ status: 422, body: { error_code: 'identity_already_exists' } })
    const { body: factor } = await call(server, 'POST', '/factors', { factor_type: 'totp' }, { authorization })
    await db.updateTable('factors').set({ status: 'verified' }).where('id', '=', String(factor?.['id'])).execute()
    const low = { status: 401, body: { error_code: 'insufficient_aal' } }
    expect(await link()).toMatchObject(low)
    expect(await call(server, 'GET', '/user/identities/authorize?provider=google', undefined, { authorization })).toMatchObject(low)
    expect(await call(server, 'DELETE', `/user/identities/${crypto.randomUUID()}`, undefined, { authorization })).toMatchObject(low)
    expect(await identitiesOf(id)).toEqual(['email'])
  })

  test('an identity whose going would leave the address of another is not taken away', async () => {
    const { authorization, id } = await attacker()
    const ben = personAt(oidc)
    const { id_token, access_token } = await tokensOf(oidc, ben)
    await call(
      server,
      'POST',
      '/token?grant_type=id_token',
      { provider: 'keycloak', id_token, access_token, link_identity: true },
      { authorization },
    )
    await server.auth.createUser({ email: ben.address, password: 'a long enough password' })
    const email = await db
      .selectFrom('identities')
      .select('id')
      .where('user_id', '=', id)
      .where('provider', '=', 'email')
      .executeTakeFirstOrThrow()
    const refused = await call(server, 'DELETE', `/user/identities/${email.id}`, undefined, { authorization })
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'email_conflict_identity_not_deletable' } })
    expect(await identitiesOf(id)).toEqual(['email', 'keycloak'])
  })
})

test('provider tokens are not stored after they were handed out', async () => {
  const ada = personAt(oidc)
  const challenge = `&code_challenge=${sha256('w'.repeat(50)).toString('base64url')}&code_challenge_method=s256`
  const { url } = await visit(server, authorize('keycloak', challenge), ada)
  const waiting = await db.selectFrom('flow_states').select('sealed_return').where('method', '=', 'oauth').execute()
  const exchanged = await call(server, 'POST', '/token?grant_type=pkce', {
    auth_code: url.searchParams.get('code'),
    code_verifier: 'w'.repeat(50),
  })
  const token = String(exchanged.body?.['provider_token'])
  expect(token.length).toBeGreaterThan(20)
  for (const { sealed_return } of waiting) expect(sealed_return?.includes(token)).toBe(false)
  expect(
    await db
      .selectFrom('flow_states')
      .select('id')
      .where('method', '=', 'oauth')
      .where('user_id', '=', String((exchanged.body?.['user'] as { id: string } | undefined)?.id))
      .execute(),
  ).toEqual([])
})

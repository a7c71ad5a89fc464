// Tests sign-in with a provider, and linking and unlinking identities, with the official client (newest and 2.49).
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { comeBack, goTo, personAt, sha256, standingProvider, tokensOf, visit } from './provider-flows.ts'

const { db } = await testDatabase()
const oidc = await standingProvider('keycloak')
const other = await standingProvider('google', 'Google')
const providers = new Map([oidc, other].map(({ provider }) => [provider.name, provider]))
const server = await authServer(db, { providers, switches: { ...roomy, autoconfirm: false } })
const redirectTo = 'http://mailferry.example/oauth-callback'

const pageOf = async (client: SupabaseClient, provider: 'keycloak' | 'google' = 'keycloak', options: object = {}) =>
  (await client.auth.signInWithOAuth({ provider, options: { redirectTo, skipBrowserRedirect: true, ...options } })).data.url ?? ''

describe.each(clients)('supabase-js %s', (_name, open) => {
  const implicit = () => open(server.url)
  const pkce = () => open(server.url, { flowType: 'pkce' })

  /** Signs in with the fragment that the page of the app is given. */
  async function signedIn(client: SupabaseClient, hash: URLSearchParams) {
    const tokens = { access_token: hash.get('access_token') ?? '', refresh_token: hash.get('refresh_token') ?? '' }
    const { data, error } = await client.auth.setSession(tokens)
    expect(error).toBeNull()
    return data
  }

  test('a person signs up with a provider: the fragment carries the session and the tokens of the provider', async () => {
    const ada = personAt(oidc)
    const client = implicit()
    const { status, url, hash } = await visit(server, await pageOf(client), ada)
    expect([status, url.origin + url.pathname, url.search]).toEqual([302, redirectTo, ''])
    expect(Object.fromEntries(hash)).toMatchObject({ token_type: 'bearer', expires_in: '3600', sb: '' })
    expect([hash.get('provider_token'), hash.get('provider_refresh_token')]).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ])
    const { user } = await signedIn(client, hash)
    expect(user).toMatchObject({
      email: ada.address,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { name: ada.name, full_name: ada.name, avatar_url: ada.picture },
    })
    const data = { iss: oidc.issuer, sub: ada.subject, email: ada.address, email_verified: true, avatar_url: ada.picture }
    expect(user?.identities).toMatchObject([
      { id: ada.subject, provider: 'keycloak', identity_data: data, last_sign_in_at: expect.any(String) },
    ])
    expect(decodeJwt(hash.get('access_token') ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
  })

  test('the same person comes again, with a code that is exchanged once by who has the verifier', async () => {
    const ada = personAt(oidc)
    const first = await visit(server, await pageOf(implicit()), ada)
    const client = pkce()
    const landing = await visit(server, await pageOf(client), ada)
    const code = landing.url.searchParams.get('code') ?? ''
    expect([landing.status, landing.url.hash]).toEqual([302, ''])
    const stranger = await call(server, 'POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'v'.repeat(50) })
    expect(stranger).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ provider_token: expect.any(String), provider_refresh_token: expect.any(String) })
    expect(data.user?.id).toBe(decodeJwt(first.hash.get('access_token') ?? '').sub)
    const again = await call(server, 'POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'v'.repeat(50) })
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.session?.provider_token).toBeUndefined()
  })

  test('a verified address opens the account that has proven it, and its password stays', async () => {
    const person = somebody()
    await server.auth.createUser(person)
    const { data: before } = await implicit().auth.signInWithPassword(person)
    const client = implicit()
    const { hash } = await visit(server, await pageOf(client), personAt(oidc, { address: person.email.toUpperCase() }))
    const { user } = await signedIn(client, hash)
    expect(user?.id).toBe(before.user?.id)
    expect(user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'keycloak'] })
    expect((await implicit().auth.signInWithPassword(person)).error).toBeNull()
  })

  test('an address that the provider has not checked is asked for by letter, and is let in once that is opened', async () => {
    const ada = personAt(oidc, { isVerified: false })
    const { status, url, hash } = await visit(server, await pageOf(implicit()), ada)
    const refusal = { error: 'access_denied', error_code: 'provider_email_needs_verification', error_description: expect.any(String) }
    expect([status, Object.fromEntries(url.searchParams), Object.fromEntries(hash)]).toMatchObject([302, refusal, refusal])
    await openLink(server, await server.mailTo(ada.address))
    const client = implicit()
    const landing = await visit(server, await pageOf(client), ada)
    const { user } = await signedIn(client, landing.hash)
    expect(user).toMatchObject({ email: ada.address, identities: [{ provider: 'keycloak', identity_data: { email_verified: true } }] })
  })

  test.each([
    ['implicit', implicit],
    ['PKCE', pkce],
  ])('a person adds an identity (%s), and takes identities away but for the last', async (flow, client) => {
    const person = somebody()
    await server.auth.createUser(person)
    const own = client()
    const { data: before } = await own.auth.signInWithPassword(person)
    const authorization = `Bearer ${before.session?.access_token}`
    const asked = await own.auth.linkIdentity({ provider: 'google', options: { redirectTo, skipBrowserRedirect: true } })
    expect(asked.error).toBeNull()
    expect(new URL(asked.data.url ?? '').origin).toBe(other.issuer)
    const ada = personAt(other)
    // The client asks without cookies of ours: what binds an implicit flow is what its own browser was given.
    const begun = await link(authorization)
    const landing =
      flow === 'PKCE'
        ? await comeBack(server, { back: await atProvider(asked.data.url ?? '', ada), cookie: '' })
        : await finished(begun, ada)
    const after =
      flow === 'PKCE'
        ? (await own.auth.exchangeCodeForSession(landing.url.searchParams.get('code') ?? '')).data
        : await signedIn(own, landing.hash)
    expect(after.user?.id).toBe(before.user?.id)
    expect(after.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
    const { data } = await own.auth.getUserIdentities()
    const [email, google] = data?.identities ?? []
    if (!email || !google) throw new Error('two identities were expected')
    expect((await server.mailTo(person.email)).subject).toBe('You can now sign in with Google')
    const again = await finished(await link(authorization), ada)
    expect(again.url.searchParams.get('error_code')).toBe('identity_already_exists')
    expect((await own.auth.unlinkIdentity({ ...email, identity_id: crypto.randomUUID() })).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    })
    expect((await own.auth.unlinkIdentity({ ...email, identity_id: 'one' })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    })
    expect((await own.auth.unlinkIdentity(email)).error).toBeNull()
    expect((await server.mailTo(person.email)).subject).toBe('You can no longer sign in with email')
    expect((await own.auth.unlinkIdentity(google)).error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    const { data: left } = await own.auth.getUser()
    expect(left.user).toMatchObject({ email: ada.address, app_metadata: { provider: 'google', providers: ['google'] } })
    expect((await implicit().auth.signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('an app shows the id token that it got at the provider', async () => {
    const ada = personAt(oidc)
    const nonce = 'a nonce of the app'
    const { id_token, access_token } = await tokensOf(oidc, ada, sha256(nonce).toString('hex'))
    const show = (more: object) =>
      implicit().auth.signInWithIdToken({ provider: 'keycloak', token: id_token, access_token, nonce, ...more })
    const { data, error } = await show({})
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: ada.address, identities: [{ id: ada.subject }] })
    expect((await show({})).data.user?.id).toBe(data.user?.id)
    const person = somebody()
    await server.auth.createUser(person)
    const own = implicit()
    const { data: before } = await own.auth.signInWithPassword(person)
    const ben = await tokensOf(oidc, personAt(oidc))
    const body = { provider: 'keycloak', ...ben, link_identity: true }
    const linked = await call(server, 'POST', '/token?grant_type=id_token', body, {
      authorization: `Bearer ${before.session?.access_token}`,
    })
    expect(linked).toMatchObject({
      status: 200,
      body: { user: { id: before.user?.id, app_metadata: { providers: ['email', 'keycloak'] } } },
    })
    expect(await call(server, 'POST', '/token?grant_type=id_token', body)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
  })

  async function link(authorization: string) {
    const path = `${server.url}/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=${redirectTo}`
    const answer = await fetch(path, { headers: { authorization } })
    return { url: String(((await answer.json()) as { url: string }).url), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
})

const atProvider = async (page: string, who: { address: string; password: string }) =>
  (await import('./oidc-browser.ts')).signInAt(page, who)
const finished = async ({ url, cookie }: { url: string; cookie: string }, who: { address: string; password: string }) =>
  comeBack(server, { back: await atProvider(url, who), cookie })

test('an anonymous person becomes somebody by adding an identity', async () => {
  const own = await authServer(db, { providers, switches: { ...roomy, anonymous: true } })
  const { body } = await call(own, 'POST', '/signup', {})
  const { id_token, access_token } = await tokensOf(oidc, personAt(oidc))
  const asked = { provider: 'keycloak', id_token, access_token, link_identity: true }
  const linked = await call(own, 'POST', '/token?grant_type=id_token', asked, { authorization: `Bearer ${String(body?.['access_token'])}` })
  expect(linked.body?.['user']).toMatchObject({
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'keycloak' },
  })
})

test('settings say which providers are on, and an unknown one is refused where it stands', async () => {
  expect((await call(server, 'GET', '/settings')).body).toMatchObject({
    external: { keycloak: true, google: true, github: false, azure: false },
  })
  const refused = { status: 400, body: { error_code: 'validation_failed', msg: expect.stringContaining('Unsupported provider') } }
  expect(await call(server, 'GET', '/authorize?provider=github')).toMatchObject(refused)
  expect(await call(server, 'GET', '/authorize')).toMatchObject(refused)
  expect(await call(server, 'GET', '/authorize?provider=keycloak&code_challenge=short')).toMatchObject({ status: 400 })
})

test('a return that another site posts is asked for again, so that the cookie comes along', async () => {
  const ada = personAt(oidc)
  const { back, cookie } = await goTo(server, `${server.url}/auth/v1/authorize?provider=keycloak`, ada)
  const posted = await fetch(server.url + back.pathname, { method: 'POST', body: back.searchParams, redirect: 'manual' })
  const next = new URL(posted.headers.get('location') ?? 'none:')
  expect([posted.status, next.pathname]).toEqual([303, '/auth/v1/callback'])
  expect((await comeBack(server, { back: next, cookie })).hash.get('access_token')).not.toBeNull()
})

test('where nobody may sign up, only who is known comes in, and where linking is off nobody links', async () => {
  const closed = await authServer(db, { providers, switches: { ...roomy, signUpOpen: false, manualLinking: false, autoconfirm: false } })
  const ada = personAt(oidc)
  const page = `${closed.url}/auth/v1/authorize?provider=keycloak`
  expect((await visit(closed, page, ada)).url.searchParams.get('error_code')).toBe('signup_disabled')
  await visit(server, page.replace(closed.url, server.url), ada)
  const { hash } = await visit(closed, page, ada)
  const headers = { authorization: `Bearer ${hash.get('access_token')}` }
  const off = { status: 404, body: { error_code: 'manual_linking_disabled' } }
  expect(await call(closed, 'GET', '/user/identities/authorize?provider=google', undefined, headers)).toMatchObject(off)
  expect(await call(closed, 'DELETE', `/user/identities/${crypto.randomUUID()}`, undefined, headers)).toMatchObject(off)
})

// Tests the calls of the official auth client that no other file covers, including those we refuse on purpose.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { authServer, clients, publishableKey, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: roomy })
const quiet = { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false }

function eventsOf(auth: SupabaseClient['auth']): string[] {
  const events: string[] = []
  auth.onAuthStateChange(event => void events.push(event))
  return events
}

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('notifies subscribers of session events', async () => {
    const { auth } = open(server.url)
    const events: string[] = []
    const { data } = auth.onAuthStateChange(event => void events.push(event))
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION']))
    await auth.signUp(somebody())
    await auth.updateUser({ data: { name: 'Ada' } })
    await auth.refreshSession()
    await auth.signOut()
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT']))
    data.subscription.unsubscribe()
  })

  test('notifies subscribers of a verified second factor', async () => {
    const { auth } = open(server.url)
    await auth.signUp(somebody())
    const events = eventsOf(auth)
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    if (data?.type !== 'totp') throw new Error('The app was not enrolled.')
    const code = new TOTP({ secret: data.totp.secret }).generate()
    expect((await auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
    await vi.waitFor(() => expect(events).toContain('MFA_CHALLENGE_VERIFIED'))
  })

  test('notifies subscribers of a password recovery', async () => {
    const { auth } = open(server.url)
    const person = somebody()
    await server.auth.createUser(person)
    const events = eventsOf(auth)
    await auth.resetPasswordForEmail(person.email)
    const { code: token } = await server.mailTo(person.email)
    expect((await auth.verifyOtp({ email: person.email, token, type: 'recovery' })).error).toBeNull()
    await vi.waitFor(() => expect(events).toContain('PASSWORD_RECOVERY'))
  })

  test('refreshes expiring sessions automatically until it is stopped', async () => {
    const own = await authServer(db, { switches: { ...roomy, accessTokenSeconds: 60 } })
    const { auth } = open(own.url)
    const { data } = await auth.signUp(somebody())
    await auth.startAutoRefresh()
    const fresh = async () => (await auth.getSession()).data.session?.refresh_token
    await vi.waitFor(async () => expect(await fresh()).not.toBe(data.session?.refresh_token), { timeout: 10_000 })
    await auth.stopAutoRefresh()
  })

  test('gets no link from a provider of companies, and no session from a wallet', async () => {
    const { auth } = open(server.url)
    expect((await auth.signInWithSSO({ domain: 'example.com' })).error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
    // 2.49 has no such call.
    if (!('signInWithWeb3' in auth)) return
    const message = 'app.example wants you to sign in'
    const wallet = await auth.signInWithWeb3({ chain: 'solana', message, signature: new Uint8Array(64) })
    expect(wallet.error).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
    const other = await auth.signInWithWeb3({ chain: 'ethereum', message, signature: '0x00' })
    expect(other.error).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
  })
})

describe('what only 2.119 asks', () => {
  const client = () => createClient(server.url, publishableKey, { auth: { ...quiet, experimental: { recoveryCodes: true } } })
  const signedIn = async () => {
    const { auth } = client()
    await auth.signUp(somebody())
    return auth
  }
  const id = crypto.randomUUID()
  const refusals = async (asked: Promise<{ error: unknown }>[]) => (await Promise.all(asked)).map(({ error }) => Object(error).code)

  test('the calls that sign in by a passkey stop before they ask where there is no browser', async () => {
    const auth = await signedIn()
    for (const answer of [await auth.signInWithPasskey(), await auth.registerPasskey()])
      expect(answer).toMatchObject({ data: null, error: { message: expect.stringMatching(/WebAuthn/) } })
  })

  test('we are no sign-in service for other apps: the calls of one are refused', async () => {
    const { oauth } = await signedIn()
    const answers = await refusals([
      oauth.getAuthorizationDetails(id),
      oauth.approveAuthorization(id, { skipBrowserRedirect: true }),
      oauth.denyAuthorization(id, { skipBrowserRedirect: true }),
      oauth.listGrants(),
      oauth.revokeGrant({ clientId: id }),
    ])
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'feature_disabled'))
  })

  test('recovery codes do not exist', async () => {
    const { mfa } = await signedIn()
    const { recoveryCodes } = mfa
    const asked = [
      recoveryCodes.getStatus(),
      recoveryCodes.generate(Object({})),
      recoveryCodes.verify({ code: '123456' }),
      recoveryCodes.regenerate(),
      recoveryCodes.unenroll(),
    ]
    for (const { error } of await Promise.all(asked)) expect(error).toMatchObject({ status: 404 })
  })

  test('apps and providers are nothing to administer', async () => {
    const { token } = await server.serviceKey()
    const { admin } = createClient(server.url, token, { auth: quiet }).auth
    const app = Object({ client_name: 'App', redirect_uris: ['https://app.example'] })
    const answers = await refusals([
      admin.oauth.listClients(),
      admin.oauth.createClient(app),
      admin.oauth.getClient(id),
      admin.oauth.updateClient(id, app),
      admin.oauth.deleteClient(id),
      admin.oauth.regenerateClientSecret(id),
      admin.customProviders.listProviders(),
      admin.customProviders.createProvider(Object({})),
      admin.customProviders.getProvider('custom:x'),
      admin.customProviders.updateProvider('custom:x', Object({})),
      admin.customProviders.deleteProvider('custom:x'),
    ])
    expect(answers).toEqual(Array.from({ length: 11 }, () => 'feature_disabled'))
  })

  test('a disposed client gets no more events', async () => {
    const { auth } = client()
    const told = vi.fn<(event: string) => void>()
    expect(await auth.initialize()).toEqual({ error: null })
    auth.onAuthStateChange(told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    await auth.dispose()
    await auth.signUp(somebody())
    expect(told).toHaveBeenCalledOnce()
  })
})

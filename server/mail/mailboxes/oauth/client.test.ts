// Tests Microsoft's peculiarities: one issuer for all tenants, no revocation, and an address that may not be the mailbox's.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../foundation/clock.ts'
import type { Outside } from '../../../foundation/outside.ts'
import { openOAuthClients } from './client.ts'
import { oauthProviders } from './providers.ts'

const base = 'https://login.microsoftonline.com'
const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const expected = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const mailScope = 'https://outlook.office.com/IMAP.AccessAsUser.All'
let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
})

/** Plays Microsoft as far as a sign-in goes; `claims` change what the id token says. */
async function microsoft(claims: Record<string, unknown> = {}, scope = mailScope, key = keys.privateKey) {
  const asked: { url: string; body: URLSearchParams }[] = []
  const metadata = {
    issuer: `${base}/{tenantid}/v2.0`,
    authorization_endpoint: `${base}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/common/oauth2/v2.0/token`,
    jwks_uri: `${base}/common/discovery/v2.0/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const said = { iss: `${base}/${tenant}/v2.0`, tid: tenant, sub: 'subject', nonce: expected.nonce, aud: 'client', ...claims }
  const idToken = await new SignJWT({ preferred_username: 'anna@outlook.com', email: 'anna@example.com', ...said })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
  const answers: Record<string, unknown> = {
    [`${base}/common/v2.0/.well-known/openid-configuration`]: metadata,
    [metadata.jwks_uri]: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
    [metadata.token_endpoint]: { token_type: 'Bearer', access_token: 'a', refresh_token: 'r', expires_in: 3600, scope, id_token: idToken },
  }
  const request: Outside['request'] = async ({ url, body }) => {
    asked.push({ url, body: new URLSearchParams(body?.toString()) })
    const answer = answers[url]
    return { status: answer ? 200 : 404, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(answer ?? {})) }
  }
  const refuse = () => Promise.reject(new Error('Nothing else is asked.'))
  const outside: Outside = { request, addressOf: refuse, stream: refuse }
  const settings = { google: null, microsoft: { id: 'client', secret: 'secret' }, tenant: 'common', standIn: null }
  const door = openOAuthClients(oauthProviders(settings), outside, systemClock.now).get('microsoft')
  if (!door) throw new Error('There is no door to Microsoft.')
  return { ...door, asked }
}

const back = (iss?: string): URL => {
  const url = new URL('https://mailferry.example/api/mailboxes/sign-ins/callback')
  for (const [name, value] of Object.entries({ code: 'c', state: expected.state, ...(iss && { iss }) })) url.searchParams.set(name, value)
  return url
}

test.each([['not named'], [`${base}/${tenant}/v2.0`]])('a user of any tenant can sign in, with the issuer %s', async iss => {
  const { client, provider, asked } = await microsoft()
  const granted = await client.exchange(back(iss === 'not named' ? undefined : iss), expected)
  expect(granted).toMatchObject({ subject: 'subject', address: 'anna@outlook.com', accessToken: 'a', refreshToken: 'r' })
  expect(provider.grantsMail.test(granted.scope)).toBe(true)
  const sent = asked.find(({ url }) => url.endsWith('/token'))?.body
  expect(Object.fromEntries(sent ?? [])).toMatchObject({ code_verifier: expected.verifier, scope: provider.scope, client_secret: 'secret' })
})

test.each([
  ['another issuer', `https://accounts.google.com`],
  ['a tenant that is none', `${base}/a/../b/v2.0`],
])('a callback from %s is refused before the code is sent anywhere', async (_, iss) => {
  const { client, asked } = await microsoft()
  await expect(client.exchange(back(iss), expected)).rejects.toThrow()
  expect(asked.filter(({ url }) => url.endsWith('/token'))).toEqual([])
})

test.each([
  ['the issuer of another tenant', { tid: '00000000-0000-4000-8000-000000000000' }],
  ['the issuer of another provider', { iss: 'https://accounts.google.com' }],
  ['another client', { aud: 'stranger' }],
  ['another sign-in', { nonce: 'other' }],
])('an id token for %s is refused', async (_, claims) => {
  const { client } = await microsoft(claims)
  await expect(client.exchange(back(), expected)).rejects.toThrow()
})

test('an id token signed by a different key is refused', async () => {
  const { client } = await microsoft({}, undefined, (await generateKeyPair('RS256')).privateKey)
  await expect(client.exchange(back(), expected)).rejects.toThrow()
})

test('revocation is reported as unsupported', async () => {
  const { client } = await microsoft()
  expect(await client.revoke('r')).toBe(false)
})

// An identity provider that gives the responses a test chooses, valid or invalid.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll } from 'vitest'
import { openIdProvider } from '../server/auth/providers/openid.ts'
import { isTrueClaim } from '../server/auth/providers/profile.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { clientId } from './provider-flows.ts'

const own = await generateKeyPair('RS256')
const foreign = await generateKeyPair('RS256')

export interface Lie {
  claims?: Record<string, unknown>
  /** Signed with a key that the provider does not publish, or with the public one as if it were a secret, or not at all. */
  signed?: 'by another' | 'by the public key' | 'by nobody'
}

export async function falseProvider(name: string) {
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  let said: Lie & { nonce?: string } = {}
  const server = createServer(
    (request, response) =>
      void answer(request.url ?? '').then(body => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterAll(() => server.close())
  const at = server.address()
  const issuer = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`

  async function answer(path: string): Promise<object> {
    if (path.endsWith('/jwks')) return { keys: [jwk] }
    if (path.endsWith('/token')) return { access_token: 'access', token_type: 'Bearer', id_token: await idToken(said) }
    const methods = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` }
    return { issuer, ...methods, response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] }
  }

  async function idToken({ claims, signed, nonce }: Lie & { nonce?: string }): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const person = { sub: 'subject-of-eve', email: 'eve@example.com', email_verified: true }
    const all = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...person, ...(nonce && { nonce }), ...claims }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    if (signed === 'by nobody') return `${part({ alg: 'none', kid: 'one' })}.${part(all)}.`
    const token = new SignJWT(all)
    if (signed === 'by the public key')
      return token.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(JSON.stringify(jwk)))
    return token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(signed === 'by another' ? foreign.privateKey : own.privateKey)
  }

  const settings = {
    name,
    label: name,
    issuer,
    clientId,
    clientSecret: 'secret',
    otherClients: ['an-app'],
    scope: 'openid email',
    parameters: {},
  }
  const reach = { outside: openOutside({ allow: [], loopback: true }), now: () => new Date(), timeoutMs: 5_000 }
  return {
    issuer,
    idToken,
    provider: openIdProvider({ ...settings, isVerified: claims => isTrueClaim(claims['email_verified']) }, reach),
    /** What the next exchange is answered, for the flow whose page has this address. */
    say: (page: string, lie: Lie) => {
      said = { nonce: new URL(page).searchParams.get('nonce') ?? '', ...lie }
    },
  }
}

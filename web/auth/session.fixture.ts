// Test data: a session with a signed token as the auth service would issue it, and a fake server.
import { vi } from 'vitest'
import type { PublicConfig } from '../../core/api/config.ts'

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const jwtPart = (value: object): string => base64Url(new TextEncoder().encode(JSON.stringify(value)))

const algorithms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
}

/** A signing key: its public half as the JWKS lists it, and a function that signs with it. */
export async function makeKey(alg: keyof typeof algorithms, kid: string) {
  const algorithm = algorithms[alg]
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('This algorithm has no key pair.')
  const { kty = '', ...jwk } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const sign = async (claims: object): Promise<string> => {
    const body = `${jwtPart({ alg, kid, typ: 'JWT' })}.${jwtPart(claims)}`
    return `${body}.${base64Url(new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, new TextEncoder().encode(body))))}`
  }
  return { jwk: { ...jwk, kty, kid, alg }, sign }
}

export const userId = '11111111-1111-4111-8111-111111111111'
const sessionId = '22222222-2222-4222-8222-222222222222'

/** Stores a session in local storage, as if the user had signed in `agoMs` ago and been idle since. */
export async function storeSession(agoMs: number, signer: { sign(claims: object): Promise<string> }): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const access_token = await signer.sign({ sub: userId, session_id: sessionId, aal: 'aal1', iat: nowSeconds, exp: nowSeconds + 3600 })
  const user = { id: userId, aud: 'authenticated', email: 'maya@example.com', user_metadata: {}, app_metadata: {}, created_at: '' }
  const session = { access_token, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: nowSeconds + 3600, user }
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
  const startedAt = Date.now() - agoMs
  const clock = { sessionId, signedInAt: startedAt, rotatedAt: startedAt, activeAt: startedAt, endedFor: null }
  localStorage.setItem('mailferry-session', JSON.stringify(clock))
}

export const config: PublicConfig = {
  mode: 'sandbox',
  publicUrl: 'http://localhost',
  publishableKey: 'sb_publishable_sandbox',
  ipLookupUrl: '/api/ip',
  signUpOpen: true,
  sellsPlans: false,
  phones: false,
  providers: [],
  captcha: null,
  secondFactors: ['totp', 'webauthn'],
  retentionDays: 30,
  standIns: [],
  mailSignIns: [],
}

/** Fakes fetch with responses by method and path, such as `POST /auth/v1/logout`; returns the requests it receives. */
export function fakeServer(responses: Record<string, () => Response>): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
    const request = `${init.method ?? 'GET'} ${pathname}`
    requests.push(request)
    if (responses[request]) return responses[request]()
    if (pathname.startsWith('/rest/')) return Response.json([])
    return pathname === '/api/config' ? Response.json(config) : Response.json({})
  })
  return requests
}

// Test data: a session with a signed token as the auth service would issue it, and a fake server.
import { vi } from 'vitest'
import type { PublicConfig } from '../../core/api/config.ts'

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const part = (value: object): string => base64Url(new TextEncoder().encode(JSON.stringify(value)))

const algorithms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
}

/** A signing key: its public half as the key list shows it, and a function that signs with it. */
export async function makeKey(alg: keyof typeof algorithms, kid: string) {
  const algorithm = algorithms[alg]
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('This is no pair of keys.')
  const { kty = '', ...jwk } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const sign = async (claims: object): Promise<string> => {
    const body = `${part({ alg, kid, typ: 'JWT' })}.${part(claims)}`
    return `${body}.${base64Url(new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, new TextEncoder().encode(body))))}`
  }
  return { jwk: { ...jwk, kty, kid, alg }, sign }
}

export const userId = '11111111-1111-4111-8111-111111111111'
const sessionId = '22222222-2222-4222-8222-222222222222'

/** Keeps a session in local storage, as if somebody had signed in `agoMs` ago and done nothing since. */
export async function keepSession(agoMs: number, signer: { sign(claims: object): Promise<string> }): Promise<void> {
  const at = Math.floor(Date.now() / 1000)
  const access_token = await signer.sign({ sub: userId, session_id: sessionId, aal: 'aal1', iat: at, exp: at + 3600 })
  const user = { id: userId, aud: 'authenticated', email: 'maya@example.com', user_metadata: {}, app_metadata: {}, created_at: '' }
  const session = { access_token, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: at + 3600, user }
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
  const then = Date.now() - agoMs
  const clock = { sessionId, signedInAt: then, rotatedAt: then, activeAt: then, endedFor: null }
  localStorage.setItem('mailferry-session', JSON.stringify(clock))
}

export const config: PublicConfig = {
  mode: 'sandbox',
  publicUrl: 'http://localhost',
  publishableKey: 'sb_publishable_sandbox',
  ipLookupUrl: '/api/ip',
  signUpOpen: true,
  phones: false,
  providers: [],
  captcha: null,
  secondFactors: ['totp', 'webauthn'],
  retentionDays: 30,
  standIns: [],
  mailSignIns: [],
}

/** Answers by method and path, such as `POST /auth/v1/logout`; returns what was asked. */
export function playServer(answers: Record<string, () => Response>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
    const what = `${init.method ?? 'GET'} ${pathname}`
    asked.push(what)
    if (answers[what]) return answers[what]()
    if (pathname.startsWith('/rest/')) return Response.json([])
    return pathname === '/api/config' ? Response.json(config) : Response.json({})
  })
  return asked
}

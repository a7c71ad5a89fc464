// Verifies the key and signature of an access token against the server's signing keys.
import { z } from 'zod/mini'
import { shape } from '../../core/api/shape.ts'
import { call } from '../api.ts'
import { decodeBase64Url, decodeBase64UrlText } from './claims.ts'

const optionalText = z.exactOptional(z.string())
const Key = z.object({
  kty: z.string(),
  kid: optionalText,
  alg: optionalText,
  crv: optionalText,
  x: optionalText,
  y: optionalText,
  n: optionalText,
  e: optionalText,
})
type Key = z.output<typeof Key>
const listKeysApi = shape({ status: 200, query: z.object({ kid: z.string() }), answer: z.object({ keys: z.array(Key) }) })
const Header = z.object({ alg: z.enum(['ES256', 'RS256']), kid: z.optional(z.string()) })

const algorithms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}

/**
 * Throws 'JWKS is empty', 'No matching signing key found in JWKS' or 'Invalid JWT signature',
 * and ApiError when the keys cannot be read. Expiry is not checked here; the session's own expires_at decides.
 */
export async function checkToken(token: string): Promise<void> {
  const fetchKeys = (query: { kid?: string }) => call(listKeysApi, 'GET', '/auth/v1/.well-known/jwks.json', { query })
  const { keys } = await fetchKeys({})
  const kid = readHeader(token)?.kid
  // A cached list may be older than the last key change, so another URL forces a fresh one.
  const isCacheStale = keys.length > 0 && kid !== undefined && !keys.some(key => key.kid === kid)
  await verifyToken(token, isCacheStale ? (await fetchKeys({ kid })).keys : keys)
}

export async function verifyToken(token: string, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) throw new Error('JWKS is empty')
  const header = readHeader(token)
  const jwk = keys.find(key => key.kid === header?.kid && (!key.alg || key.alg === header?.alg))
  if (!jwk || !header) throw new Error('No matching signing key found in JWKS')
  if (!(await hasValidSignature(token, jwk, algorithms[header.alg]))) throw new Error('Invalid JWT signature')
}

async function hasValidSignature(token: string, jwk: Key, algorithm: EcKeyImportParams | RsaHashedImportParams): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await crypto.subtle.verify(
      { ...algorithm, hash: 'SHA-256' },
      key,
      decodeBase64Url(signature),
      new TextEncoder().encode(`${header}.${payload}`),
    )
  } catch {
    return false
  }
}

function readHeader(token: string): z.output<typeof Header> | null {
  try {
    return Header.parse(JSON.parse(decodeBase64UrlText(token.split('.')[0] ?? '')))
  } catch {
    return null
  }
}

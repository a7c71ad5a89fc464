// Verifies the key and signature of an access token against the server's signing keys.
import { z } from 'zod/mini'
import { shape } from '../../core/api/shape.ts'
import { call } from '../api.ts'
import { bytesOf, fromBase64Url } from './claims.ts'

const text = z.exactOptional(z.string())
const Key = z.object({ kty: z.string(), kid: text, alg: text, crv: text, x: text, y: text, n: text, e: text })
type Key = z.output<typeof Key>
const listKeys = shape({ status: 200, query: z.object({ kid: z.string() }), answer: z.object({ keys: z.array(Key) }) })
const Header = z.object({ alg: z.enum(['ES256', 'RS256']), kid: z.optional(z.string()) })

const imports = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}

/**
 * Throws 'JWKS is empty', 'No matching signing key found in JWKS' or 'Invalid JWT signature',
 * and ApiError when the keys cannot be read. Expiry is judged by the session's own expires_at.
 */
export async function checkToken(token: string): Promise<void> {
  const read = (query: { kid?: string }) => call(listKeys, 'GET', '/auth/v1/.well-known/jwks.json', { query })
  const { keys } = await read({})
  const kid = headerOf(token)?.kid
  // A cached list may be older than the last key change, so another URL forces a fresh one.
  const isKept = keys.length > 0 && kid !== undefined && !keys.some(key => key.kid === kid)
  await judgeToken(token, isKept ? (await read({ kid })).keys : keys)
}

export async function judgeToken(token: string, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) throw new Error('JWKS is empty')
  const header = headerOf(token)
  const jwk = keys.find(key => key.kid === header?.kid && (!key.alg || key.alg === header?.alg))
  if (!jwk || !header) throw new Error('No matching signing key found in JWKS')
  if (!(await isSigned(token, jwk, imports[header.alg]))) throw new Error('Invalid JWT signature')
}

async function isSigned(token: string, jwk: Key, algorithm: EcKeyImportParams | RsaHashedImportParams): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await crypto.subtle.verify(
      { ...algorithm, hash: 'SHA-256' },
      key,
      bytesOf(signature),
      new TextEncoder().encode(`${header}.${payload}`),
    )
  } catch {
    return false
  }
}

function headerOf(token: string): z.output<typeof Header> | null {
  try {
    return Header.parse(JSON.parse(fromBase64Url(token.split('.')[0] ?? '')))
  } catch {
    return null
  }
}

// A foreign key whose tokens a server trusts, as its operator writes it down.
import { type CryptoKey, exportJWK } from 'jose'
import type { TrustedKey } from '../server/auth/trusted-keys.ts'

/** The claims of every token that it may sign. */
export const foreignClaims = { iss: 'https://id.example', aud: 'authenticated' }

export async function trustedKey(kid: string, key: CryptoKey, more: Partial<TrustedKey> = {}): Promise<TrustedKey> {
  const { n, e, crv, x, y, kty } = await exportJWK(key)
  const kind = kty === 'EC' ? ({ kty: 'EC', alg: 'ES256' } as const) : ({ kty: 'RSA', alg: 'RS256' } as const)
  return { ...kind, kid, n, e, crv, x, y, ...foreignClaims, roles: ['authenticated'], mayAdminister: false, ...more }
}

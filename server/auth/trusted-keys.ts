// Reads the operator's file of foreign public keys whose tokens are trusted.
import { readFileSync } from 'node:fs'
import type { JWK } from 'jose'
import { z } from 'zod/mini'

// Fields not listed here, such as private parts, are dropped.
const PublicKey = z.object({
  kty: z.enum(['RSA', 'EC']),
  kid: z.string().check(z.minLength(1)),
  alg: z.enum(['RS256', 'ES256']),
  n: z.optional(z.string()),
  e: z.optional(z.string()),
  crv: z.optional(z.string()),
  x: z.optional(z.string()),
  y: z.optional(z.string()),
})
const KeySet = z.object({ keys: z.array(PublicKey) })

/** Reads a JWK set (RFC 7517 §5); throws a user-facing message when the file is not one. */
export function readTrustedKeys(file: string): JWK[] {
  try {
    return KeySet.parse(JSON.parse(readFileSync(file, 'utf8'))).keys.map(key =>
      Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined)),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TRUSTED_KEYS_FILE (${file}) is not a set of public keys {"keys":[…]} with kty, kid and alg: ${reason}`)
  }
}

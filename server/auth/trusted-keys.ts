// Reads the operator's file of foreign public keys, and decides what a token that one of them signed may be.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'

// Fields not listed here, such as private parts, are dropped.
const TrustedKey = z.object({
  kty: z.enum(['RSA', 'EC']),
  kid: z.string().check(z.minLength(1)),
  alg: z.enum(['RS256', 'ES256']),
  n: z.optional(z.string()),
  e: z.optional(z.string()),
  crv: z.optional(z.string()),
  x: z.optional(z.string()),
  y: z.optional(z.string()),
  /** The only issuer and audience whose tokens it may sign. */
  iss: z.string().check(z.minLength(1)),
  aud: z._default(z.string().check(z.minLength(1)), 'authenticated'),
  /** Whom its tokens may speak for. A token without a role counts as `authenticated`. */
  roles: z._default(z.array(z.enum(['authenticated', 'anon'])), ['authenticated']),
  /** Its tokens with `service_role` may administer users. */
  mayAdminister: z._default(z.boolean(), false),
})
export type TrustedKey = z.infer<typeof TrustedKey>

const KeySet = z.object({ keys: z.array(TrustedKey) })

export const administratorRoles: readonly string[] = ['service_role', 'supabase_admin']

/** Reads a JWK set (RFC 7517 §5) with members of ours; throws a user-facing message when the file is not one. */
export function readTrustedKeys(file: string): TrustedKey[] {
  try {
    return KeySet.parse(JSON.parse(readFileSync(file, 'utf8'))).keys
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TRUSTED_KEYS_FILE (${file}) is not a set of public keys {"keys":[…]} with kty, kid, alg and iss: ${reason}`)
  }
}

interface ForeignClaims {
  iss?: string | undefined
  aud?: string | string[] | undefined
  role?: unknown
}

/** Why a token with a valid signature is not believed; null when it is. */
export function findDistrust(key: TrustedKey, { iss, aud = [], role = 'authenticated' }: ForeignClaims): string | null {
  if (iss !== key.iss) return 'this key does not sign for its issuer'
  if (![aud].flat().includes(key.aud)) return 'it is meant for another audience'
  const roles: readonly string[] = [...key.roles, ...(key.mayAdminister ? administratorRoles : [])]
  return roles.includes(String(role)) ? null : 'this key does not sign for its role'
}

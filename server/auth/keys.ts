// Signs access tokens with ES256, and verifies tokens signed by us or by a trusted key.
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod/mini'
import type { Db } from '../foundation/db/pool.ts'
import { readSigningKeys, saveFirstSigningKey } from '../foundation/db/signing-keys.ts'
import type { Row } from '../foundation/db/tables.ts'
import { randomToken, type SealKey, seal, unseal } from '../foundation/seal.ts'
import { refuse } from './errors.ts'

export interface TokenKeys {
  /** The public parts, as the JWKS lists them. */
  published(): PublicKey[]
  /** Times in Unix seconds. */
  sign(claims: TokenClaims, issuedAt: number, expiresAt: number): Promise<string>
  /** Checks a token's signature and expiry. */
  read(token: string, now: Date): Promise<CheckedToken>
  /** The claims of a valid token; throws 403 bad_jwt. */
  verify(token: string, now: Date): Promise<Checked>
}

/** An unknown key id makes us reload the keys, at most this often. */
const rereadMs = 5_000

export type TokenClaims = Record<string, unknown>

const VerifiedClaims = z.looseObject({ sub: z.optional(z.string()), session_id: z.optional(z.string()), role: z.optional(z.string()) })
export type VerifiedClaims = z.infer<typeof VerifiedClaims>

/** `isOurs` when we signed it, not the owner of a trusted key. */
interface Checked {
  claims: VerifiedClaims
  isOurs: boolean
}

/** `expired` tokens have a valid signature. */
export type CheckedToken = ({ kind: 'claims' } & Checked) | { kind: 'expired' } | { kind: 'invalid'; message: string }

const PublicKey = z.looseObject({ kty: z.string(), kid: z.string() })
type PublicKey = z.infer<typeof PublicKey>

/** Reads the keys, creating the first one if there is none. `trusted` are foreign public keys that are accepted too. */
export async function openTokenKeys(db: Db, master: SealKey, issuer: string, now: () => Date, trusted: JWK[] = []): Promise<TokenKeys> {
  if ((await readSigningKeys(db)).length === 0) await saveFirstSigningKey(db, await newSigningKey(master, now()))
  let keyRing = await openKeyRing(await readSigningKeys(db), master, trusted)
  let readAt = now()

  // Another host may have added a key since we read them.
  async function reloadKeys(): Promise<void> {
    readAt = now()
    keyRing = await openKeyRing(await readSigningKeys(db), master, trusted)
  }
  async function findKey(kid: string | undefined): Promise<CryptoKey | Uint8Array> {
    if (!kid) throw new errors.JWTInvalid('the token names no key')
    if (!keyRing.byKid.has(kid) && now().getTime() - readAt.getTime() > rereadMs) await reloadKeys()
    const key = keyRing.byKid.get(kid)
    if (!key) throw new errors.JWTInvalid('unrecognized JWT kid')
    return key
  }

  async function read(token: string, at: Date): Promise<CheckedToken> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, header => findKey(header.kid), {
        algorithms: ['ES256', 'RS256'],
        currentDate: at,
      })
      return { kind: 'claims', claims: VerifiedClaims.parse(payload), isOurs: keyRing.own.has(protectedHeader.kid ?? '') }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { kind: 'expired' }
      if (error instanceof errors.JOSEError) return { kind: 'invalid', message: error.message }
      throw error
    }
  }

  return {
    published: () => keyRing.published,
    sign: (claims, issuedAt, expiresAt) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: keyRing.signing.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keyRing.signing.key),
    read,
    async verify(token, at) {
      const checked = await read(token, at)
      if (checked.kind === 'claims') return checked
      const reason = checked.kind === 'expired' ? 'token is expired' : checked.message
      throw refuse('bad_jwt', { message: `invalid JWT: unable to parse or verify signature, ${reason}` })
    },
  }
}

interface KeyRing {
  signing: { kid: string; key: CryptoKey | Uint8Array }
  byKid: Map<string, CryptoKey | Uint8Array>
  own: Set<string>
  published: PublicKey[]
}

async function openKeyRing(rows: Row<'signing_keys'>[], master: SealKey, trusted: JWK[]): Promise<KeyRing> {
  const [first] = rows
  if (!first) throw new Error('There is no signing key.')
  const published = [...rows.map(r => r.public_jwk), ...trusted.map(publicPart)].map(jwk => PublicKey.parse(jwk))
  const byKid = new Map<string, CryptoKey | Uint8Array>()
  for (const jwk of published) if (!byKid.has(jwk.kid)) byKid.set(jwk.kid, await importJWK(jwk))
  return { signing: { kid: first.kid, key: await openPrivate(first, master) }, byKid, own: new Set(rows.map(row => row.kid)), published }
}

async function openPrivate(row: Row<'signing_keys'>, master: SealKey): Promise<CryptoKey | Uint8Array> {
  const jwk = z.looseObject({ kty: z.string() }).parse(JSON.parse(unseal(master, row.sealed_private, keyContext(row.kid)).toString()))
  return importJWK(jwk, 'ES256')
}

async function newSigningKey(master: SealKey, now: Date) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomToken(12)
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  const sealed = seal(master, Buffer.from(JSON.stringify(await exportJWK(privateKey))), keyContext(kid))
  return { kid, public_jwk: JSON.stringify(jwk), sealed_private: sealed, created_at: now }
}

/** Signing keys belong to no user, so that they are sealed under a fixed name. */
const keyContext = (kid: string) => ({ userId: 'auth', row: kid, column: 'sealed_private' })

/** A key file may contain private parts by mistake; only the fields of an RSA or EC public key are copied. */
function publicPart({ kty, kid, alg, n, e, crv, x, y }: JWK): JWK {
  return { kty, kid, alg, use: 'sig', key_ops: ['verify'], ...(kty === 'RSA' ? { n, e } : { crv, x, y }) } as JWK
}

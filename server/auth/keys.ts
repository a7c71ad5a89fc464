// Signs access tokens with ES256, and verifies tokens signed by us or by a trusted key.
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod/mini'
import { currentKey } from '../../core/session/signing-keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { readSigningKeys, saveFirstSigningKey } from '../foundation/db/signing-keys.ts'
import type { Row } from '../foundation/db/tables.ts'
import { randomToken, type SealKey, seal, unseal } from '../foundation/seal.ts'
import { refuse } from './errors.ts'
import { findDistrust, type TrustedKey } from './trusted-keys.ts'

export interface TokenKeys {
  /** Reads the keys again if that is due. Call it before a transaction: `sign` asks nothing of the database, whose connections may all be in use. */
  ready(): Promise<void>
  /** The public parts, as the JWKS lists them. */
  published(): Promise<PublicKey[]>
  /** Times in Unix seconds. */
  sign(claims: TokenClaims, issuedAt: number, expiresAt: number): Promise<string>
  /** Checks a token's signature and expiry. */
  read(token: string, now: Date): Promise<CheckedToken>
  /** The claims of a valid token; throws 403 bad_jwt. */
  verify(token: string, now: Date): Promise<Checked>
}

/** Keys that another host added or removed are known here this long after; less than a new key waits before it signs. */
const rereadMs = 3_000

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
export async function openTokenKeys(
  db: Db,
  master: SealKey,
  issuer: string,
  now: () => Date,
  trusted: TrustedKey[] = [],
): Promise<TokenKeys> {
  if ((await readSigningKeys(db)).length === 0) await saveFirstSigningKey(db, await newSigningKey(master, now()))
  let keyRing = await openKeyRing(await readSigningKeys(db), master, trusted)
  let readAt = now()
  let reading: Promise<void> | null = null

  // Another host may have added or removed a key since we read them. While the database does not answer, the known ones stay.
  const reload = async () => {
    const rows = await readSigningKeys(db).catch(() => [])
    if (rows.length > 0 && !hasSameKeys(rows, keyRing)) keyRing = await openKeyRing(rows, master, trusted)
  }
  async function ready(): Promise<void> {
    if (Math.abs(now().getTime() - readAt.getTime()) > rereadMs) {
      readAt = now()
      reading = reload().finally(() => {
        reading = null
      })
    }
    await reading
  }
  async function findKey(kid: string | undefined): Promise<CryptoKey | Uint8Array> {
    if (!kid) throw new errors.JWTInvalid('the token names no key')
    await ready()
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
      const isOurs = keyRing.own.has(protectedHeader.kid ?? '')
      const foreign = isOurs ? null : trusted.find(key => key.kid === protectedHeader.kid)
      const distrust = foreign ? findDistrust(foreign, payload) : null
      return distrust === null ? { kind: 'claims', claims: VerifiedClaims.parse(payload), isOurs } : { kind: 'invalid', message: distrust }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { kind: 'expired' }
      if (error instanceof errors.JOSEError) return { kind: 'invalid', message: error.message }
      throw error
    }
  }

  return {
    ready,
    async published() {
      await ready()
      return keyRing.published
    },
    async sign(claims, issuedAt, expiresAt) {
      const signing = currentKey(keyRing.signing, now())
      if (!signing) throw new Error('There is no signing key.')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing.key)
    },
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
  /** Newest first. */
  signing: { kid: string; signsAt: Date; key: CryptoKey | Uint8Array }[]
  byKid: Map<string, CryptoKey | Uint8Array>
  own: Set<string>
  published: PublicKey[]
}

const hasSameKeys = (rows: Row<'signing_keys'>[], { signing }: KeyRing): boolean =>
  rows.map(row => row.kid).join() === signing.map(key => key.kid).join()

async function openKeyRing(rows: Row<'signing_keys'>[], master: SealKey, trusted: TrustedKey[]): Promise<KeyRing> {
  const published = [...rows.map(r => r.public_jwk), ...trusted.map(publicPart)].map(jwk => PublicKey.parse(jwk))
  const byKid = new Map<string, CryptoKey | Uint8Array>()
  for (const jwk of published) if (!byKid.has(jwk.kid)) byKid.set(jwk.kid, await importJWK(jwk))
  const signing = await Promise.all(rows.map(async row => ({ kid: row.kid, signsAt: row.signs_at, key: await openPrivate(row, master) })))
  return { signing, byKid, own: new Set(rows.map(row => row.kid)), published }
}

async function openPrivate(row: Row<'signing_keys'>, master: SealKey): Promise<CryptoKey | Uint8Array> {
  const jwk = z
    .looseObject({ kty: z.string() })
    .parse(JSON.parse(unseal(master, row.sealed_private, signingKeyContext(row.kid)).toString()))
  return importJWK(jwk, 'ES256')
}

/** A key that signs from `signsAt` on. */
export async function newSigningKey(master: SealKey, now: Date, signsAt = now) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomToken(12)
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  const sealed = seal(master, Buffer.from(JSON.stringify(await exportJWK(privateKey))), signingKeyContext(kid))
  return { kid, public_jwk: JSON.stringify(jwk), sealed_private: sealed, created_at: now, signs_at: signsAt }
}

/** Signing keys belong to no user, so that they are sealed under a fixed name. */
export const signingKeyContext = (kid: string) => ({ userId: 'auth', row: kid, column: 'sealed_private' })

/** A key file may contain private parts by mistake; only the fields of an RSA or EC public key are copied. */
function publicPart({ kty, kid, alg, n, e, crv, x, y }: TrustedKey): Record<string, unknown> {
  return { kty, kid, alg, use: 'sig', key_ops: ['verify'], ...(kty === 'RSA' ? { n, e } : { crv, x, y }) }
}

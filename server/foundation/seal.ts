// The only place that handles keys and ciphers: AES-256-GCM, with every value bound to its user, row and column.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A 256-bit key, or one wrapped by another. */
export type SealKey = Buffer

/** The row and column that a sealed value belongs to; unsealing it in another context fails. */
export interface SealContext {
  userId: string
  row: string
  column: string
}

const ivBytes = 12
const tagBytes = 16

/** Reads the master key from `file`, or creates it there, readable only by its owner. */
export function openMasterKey(file: string): SealKey {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32)
    throw new Error(`The master key in ${file} is not 32 bytes in base64. Put the right file back, or set MASTER_KEY_FILE.`)
  return key
}

export const newKey = (): SealKey => randomBytes(32)

/** iv, tag and ciphertext in one buffer. */
export function seal(key: SealKey, plain: Buffer, context: SealContext): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(context))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Throws when the key, the context or any byte differs from what was sealed. */
export function unseal(key: SealKey, sealed: Buffer, context: SealContext): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(additionalData(context))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

export const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** SHA-1 in uppercase hex, only for looking up breached passwords: it protects nothing. */
export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/** A keyed digest (HMAC-SHA-256): without the key nobody can guess the value behind it. */
export const keyedDigest = (key: SealKey, text: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest()

/** True when `hex` is the HMAC-SHA-256 of `bytes` under `secret`; compares in constant time. */
export function isSignedBy(secret: string, bytes: Buffer, hex: string): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest()
  const actual = Buffer.from(hex, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** A new P-256 key pair: the private key in PEM (PKCS #8), the public key in DER (SPKI), and a signing function (ECDSA with SHA-256). */
export function newSigner(): { keyPem: string; publicKey: Buffer; sign(bytes: Buffer): Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    sign: bytes => sign('sha256', bytes, privateKey),
  }
}

/** Random text without characters that people confuse (no 0 O 1 I L). */
export function randomCode(length: number, alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'): string {
  const limit = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < length)
    for (const byte of randomBytes(length)) if (byte < limit && code.length < length) code += alphabet[byte % alphabet.length]
  return code
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** UUID version 7 (RFC 9562 §5.7): ids that sort by creation time. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The smallest id that can be created at `at` or later. */
export const firstId = (at: Date): string =>
  `${at
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})/, '$1-')}-7000-8000-000000000000`

const additionalData = (context: SealContext): Buffer => Buffer.from(JSON.stringify([context.userId, context.row, context.column]))

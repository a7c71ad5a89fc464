// The only place for keys and ciphers: AES-256-GCM, each value bound to its user, row and column.
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

/** What a sealed value belongs to; opening it under another place fails. */
export interface SealContext {
  userId: string
  row: string
  column: string
}

const ivBytes = 12
const tagBytes = 16

/** Reads the master key from `file`, or makes it there, readable by its owner alone. */
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
export function seal(key: SealKey, plain: Buffer, place: SealContext): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(place))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Throws when the key, the place or a byte is not the one it was sealed with. */
export function unseal(key: SealKey, sealed: Buffer, place: SealContext): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(bound(place))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

export const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** SHA-1 in capital hex: what lists of breached passwords are asked by, never what anything is protected with. */
export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/** A keyed digest: without the key nobody can tell which value it stands for. */
export const keyedDigest = (key: SealKey, text: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest()

/** True when `hex` is the HMAC-SHA-256 of `bytes` under `secret`; takes the same time whatever differs. */
export function isSignedBy(secret: string, bytes: Buffer, hex: string): boolean {
  const want = createHmac('sha256', secret).update(bytes).digest()
  const have = Buffer.from(hex, 'hex')
  return have.length === want.length && timingSafeEqual(have, want)
}

/** New keys on P-256: the private one in PEM (PKCS #8), the public one in DER (SPKI), and what signs with them (ECDSA with SHA-256). */
export function newSigner(): { keyPem: string; publicKey: Buffer; sign(bytes: Buffer): Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    sign: bytes => sign('sha256', bytes, privateKey),
  }
}

/** Random text from an alphabet that nobody misreads (no 0 O 1 I L). */
export function randomCode(length: number, alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'): string {
  const limit = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < length)
    for (const byte of randomBytes(length)) if (byte < limit && code.length < length) code += alphabet[byte % alphabet.length]
  return code
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** UUID version 7 (RFC 9562 §5.7): ids that sort by the hour they were made. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The least id that may be made at `at` or later. */
export const firstId = (at: Date): string =>
  `${at
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})/, '$1-')}-7000-8000-000000000000`

const bound = (place: SealContext): Buffer => Buffer.from(JSON.stringify([place.userId, place.row, place.column]))

// The only place that handles keys and ciphers: AES-256-GCM, with every value bound to its user, row and column.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatMasterKeys, type MasterKeys, parseMasterKeys } from './master-file.ts'

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

/** Node takes a key as an object three times as fast as its bytes. */
const keyObjects = new WeakMap<SealKey, KeyObject>()

function toKeyObject(key: SealKey): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

/** The keys behind an opened master key: it may be replaced while the server runs. */
const masterKeys = new WeakMap<SealKey, MasterKeys>()

/** Reads the master key from `file`, or creates it there, readable only by its owner. */
export function openMasterKey(file: string): SealKey {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, formatMasterKeys({ current: newKey(), next: null, old: [] }), { mode: 0o600, flag: 'wx' })
  }
  const keys = readMasterKeys(file)
  // A copy, so that no key is the name of another file's keys.
  const master = Buffer.from(keys.current)
  masterKeys.set(master, keys)
  return master
}

export function readMasterKeys(file: string): MasterKeys {
  const keys = parseMasterKeys(readFileSync(file, 'utf8'))
  if (!keys) throw new Error(`The master key in ${file} is not 32 bytes in base64. Put the right file back, or set MASTER_KEY_FILE.`)
  return keys
}

/** Uses what the file says now, wherever `master` is used. */
export const reloadMasterKey = (master: SealKey, file: string): void => void masterKeys.set(master, readMasterKeys(file))

/** Replaces the file at once, so that a crash leaves the one or the other. */
export function writeMasterKeys(file: string, keys: MasterKeys): void {
  const written = `${file}.new`
  rmSync(written, { force: true })
  writeFileSync(written, formatMasterKeys(keys), { mode: 0o600, flag: 'wx', flush: true })
  renameSync(written, file)
}

export const newKey = (): SealKey => randomBytes(32)

let pool = Buffer.alloc(0)
let taken = 0

/** Random bytes from a supply, each of them used once: asking the system for a few takes seven times as long. */
function takeRandom(bytes: number): Buffer {
  if (taken + bytes > pool.length) [pool, taken] = [randomBytes(4096), 0]
  return Buffer.from(pool.subarray(taken, (taken += bytes)))
}

/** iv, tag and ciphertext in one buffer. */
export function seal(key: SealKey, plain: Buffer, context: SealContext): Buffer {
  const iv = takeRandom(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', toKeyObject(masterKeys.get(key)?.current ?? key), iv).setAAD(additionalData(context))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Throws when the key, the context or any byte differs from what was sealed. */
export function unseal(key: SealKey, sealed: Buffer, context: SealContext): Buffer {
  const keys = masterKeys.get(key)
  if (!keys) return unsealWith(key, sealed, context)
  for (const other of [keys.current, ...(keys.next ? [keys.next] : []), ...keys.old.slice(0, -1)])
    try {
      return unsealWith(other, sealed, context)
    } catch {
      // Another of the keys may have sealed it.
    }
  return unsealWith(keys.old.at(-1) ?? keys.current, sealed, context)
}

/** What to store instead, where another key than the current one sealed it; null where there is nothing to do. Throws as `unseal` does. */
export function resealed(master: SealKey, sealed: Buffer, context: SealContext): Buffer | null {
  try {
    unsealWith(masterKeys.get(master)?.current ?? master, sealed, context)
    return null
  } catch {
    return seal(master, unseal(master, sealed, context), context)
  }
}

function unsealWith(key: SealKey, sealed: Buffer, context: SealContext): Buffer {
  // Without the length, GCM takes a tag of four bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', toKeyObject(key), sealed.subarray(0, ivBytes), { authTagLength: tagBytes }).setAAD(
    additionalData(context),
  )
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

export const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** SHA-1 in uppercase hex, only for looking up breached passwords: it protects nothing. */
export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/** A keyed digest (HMAC-SHA-256): without the key nobody can guess the value behind it. Replacing the master key leaves its digests alone. */
export const keyedDigest = (key: SealKey, text: string | Buffer): Buffer => {
  const keys = masterKeys.get(key)
  return createHmac('sha256', toKeyObject(keys?.old.at(-1) ?? keys?.current ?? key))
    .update(text)
    .digest()
}

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
  const bytes = takeRandom(16)
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

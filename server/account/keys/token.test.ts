// Tests the format of API keys: unique, with a checksum that detects any wrong character.
import { expect, test } from 'vitest'
import { isWellFormed, newToken, toPrefix } from './token.ts'

test('a key has the documented format, is unique, and has a prefix of five visible characters', () => {
  const [first, second] = [newToken(), newToken()]
  expect(first).toMatch(/^mf_[0-9A-Za-z]{38}$/)
  expect(first).not.toBe(second)
  expect(isWellFormed(first)).toBe(true)
  expect(toPrefix(first)).toBe(first.slice(0, 8))
})

test('the checksum detects every changed, missing or added character', () => {
  const token = newToken()
  for (let i = 3; i < token.length; i++) {
    const wrong = token[i] === 'x' ? 'y' : 'x'
    expect(isWellFormed(token.slice(0, i) + wrong + token.slice(i + 1))).toBe(false)
    expect(isWellFormed(token.slice(0, i) + token.slice(i + 1))).toBe(false)
  }
  expect(isWellFormed(`${token}0`)).toBe(false)
})

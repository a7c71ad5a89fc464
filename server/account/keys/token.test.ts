// The form of API keys: no two alike, and a single wrong character is seen without asking the database.
import { expect, test } from 'vitest'
import { isWellFormed, newToken, prefixOf } from './token.ts'

test('a key is as documented, unlike the next, and shows five letters of itself', () => {
  const [one, other] = [newToken(), newToken()]
  expect(one).toMatch(/^mf_[0-9A-Za-z]{38}$/)
  expect(one).not.toBe(other)
  expect(isWellFormed(one)).toBe(true)
  expect(prefixOf(one)).toBe(one.slice(0, 8))
})

test('each letter that is changed, left out or added is found by the sum', () => {
  const token = newToken()
  for (let at = 3; at < token.length; at++) {
    const wrong = token[at] === 'x' ? 'y' : 'x'
    expect(isWellFormed(token.slice(0, at) + wrong + token.slice(at + 1))).toBe(false)
    expect(isWellFormed(token.slice(0, at) + token.slice(at + 1))).toBe(false)
  }
  expect(isWellFormed(`${token}0`)).toBe(false)
})

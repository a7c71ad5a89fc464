// Tests wildcard patterns and their linear running time.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureMs } from '../text/timing.fixture.ts'
import { wildcardMatches } from './wildcard.ts'

test.each([
  ['invoice', 'invoice', true],
  ['invoice', 'invoice 42', false],
  ['invoice*', 'invoice 42', true],
  ['*@example.com', 'boss@example.com', true],
  ['*@example.com', 'boss@example.com.evil.example', false],
  ['invoice ??', 'invoice 42', true],
  ['invoice ??', 'invoice 421', false],
  ['*', '', true],
  ['?', '', false],
  ['?', '👩', true],
  ['??', '👩', false],
  ['*?👩', 'a👩', true],
  ['*a?c*', 'xxabxabc', true],
  ['ab*ba', 'aba', false],
  ['ab*ba', 'abba', true],
  ['**a**', 'a', true],
  ['*a?*?b*', 'a1b', false],
  ['*a?*?b*', 'a12b', true],
  ['a.c', 'abc', false],
])('%j on %j is %j', (pattern, text, held) => {
  expect(wildcardMatches(pattern, text)).toBe(held)
})

test('every pattern agrees with the definition of a wildcard', () => {
  const few = (characters: string[], maxLength: number) => fc.string({ unit: fc.constantFrom(...characters), maxLength })
  fc.assert(
    fc.property(few(['a', 'b', '👩', '*', '?'], 8), few(['a', 'b', '👩'], 12), (pattern, text) => {
      expect(wildcardMatches(pattern, text)).toBe(byDefinition(Array.from(pattern), Array.from(text)))
    }),
    { numRuns: 3000 },
  )
})

function byDefinition(pattern: string[], text: string[]): boolean {
  const [character, ...rest] = pattern
  if (character === undefined) return text.length === 0
  if (character === '*') return text.some((_, i) => byDefinition(rest, text.slice(i))) || byDefinition(rest, [])
  return text.length > 0 && (character === '?' || character === text[0]) && byDefinition(rest, text.slice(1))
}

test('a segment longer than a machine word is found', () => {
  const segment = `${'ab'.repeat(40)}?${'c'.repeat(60)}`
  expect(wildcardMatches(`*${segment}*`, `${'ab'.repeat(45)}x${'c'.repeat(60)}tail`)).toBe(true)
  expect(wildcardMatches(`*${segment}*`, `${'ab'.repeat(45)}x${'c'.repeat(59)}tail`)).toBe(false)
})

test('the worst pattern on 64 KB is fast', () => {
  const text = 'a'.repeat(65_536)
  for (const pattern of [`*${'a?'.repeat(249)}b*`, `*${'a*'.repeat(240)}b`, `*b${'a'.repeat(490)}*`, `*${'?'.repeat(490)}b*`]) {
    expect(measureMs(Date.now, () => expect(wildcardMatches(pattern, text)).toBe(false), 500)).toBeLessThan(500)
  }
})

// Tests that searching for many words at once finds the same as searching for each one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildMatcher, scan } from './matcher.ts'
import { runToEnd } from './steps.ts'

function found(words: string[], ...texts: string[]): string[] {
  const matcher = runToEnd(buildMatcher(words))
  const seen = new Uint8Array(words.length)
  const numbers: number[] = []
  for (const text of texts) scan(matcher, text, seen, word => numbers.push(word))
  expect(new Set(numbers).size).toBe(numbers.length)
  return numbers.map(number => words[number] ?? '').sort()
}

test.each<[string, string[], string[], string[]]>([
  ['words within words', ['he', 'she', 'his', 'hers', 'e'], ['ushers'], ['e', 'he', 'hers', 'she']],
  ['a word that begins within another', ['abcd', 'bce', 'c'], ['abce'], ['bce', 'c']],
  ['a letter of no word between', ['ab'], ['a-b', 'a', 'b'], []],
  ['the same letter again and again', ['a', 'aa', 'aaa', 'aaaa'], ['aaa'], ['a', 'aa', 'aaa']],
  ['halves of a letter pair', ['\ud83d', '📎'], ['📎'], ['\ud83d', '📎']],
  ['a text without letters', ['a'], [''], []],
  ['no words', [], ['anything'], []],
])('%s', (_, words, texts, expected) => {
  expect(found(words, ...texts)).toEqual(expected.toSorted())
})

const anyWord = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'c') }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'é', '漢', '\u0000', '\uffff', '\ud83d', '\udcce') }) },
)

test('finds exactly the words that each text contains', () => {
  const words = fc.uniqueArray(
    anyWord.filter(word => word !== ''),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(words, fc.array(anyWord, { maxLength: 3 }), (some, texts) => {
      expect(found(some, ...texts)).toEqual(some.filter(word => texts.some(text => text.includes(word))).sort())
    }),
    { numRuns: 500 },
  )
})

test('a thousand words with many characters are found beyond the nodes that have rows', () => {
  const words = Array.from(
    { length: 3000 },
    (_, i) => `${String.fromCharCode(0x4e00 + (i % 1500))}${String.fromCharCode(0x6000 + i)}tail${i}`,
  )
  const text = words.filter((_, i) => i % 3 === 0).join(' ')
  expect(found(words, text).length).toBeGreaterThanOrEqual(1000)
  expect(found(words, text)).toEqual(words.filter(word => text.includes(word)).sort())
})

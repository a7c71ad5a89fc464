// A search finds what a person would call the same, and marks it where it stands.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitsIn, isFound, searchable, wordsOf } from './search.ts'

const jose = searchable({ name: 'José Müller', address: 'jose@bücher.example' }, 'Re: STRASSE  42')

test.each(['josé', 'JOSE@', 'müller straße', '42 re:', 'bücher', '  ', 'jos'])('%j is found', search => {
  expect(isFound(jose, wordsOf(search))).toBe(true)
})

test.each(['joseph', 'josé 43', 'müller re:42'])('%j is not found', search => {
  expect(isFound(jose, wordsOf(search))).toBe(false)
})

test('an encoded domain is found by the letters it stands for', () => {
  expect(isFound(searchable({ name: '', address: 'a@xn--bcher-kva.example' }, ''), wordsOf('bücher'))).toBe(true)
})

test('a word is not found across the sender and the subject', () => {
  expect(isFound(searchable({ name: 'Ann', address: '' }, 'abel'), wordsOf('annabel'))).toBe(false)
})

test('each place of each word is marked', () => {
  const text = 'Die Straße, die STRASSE'
  expect(hitsIn(text, wordsOf('strasse die')).map(({ start, end }) => text.slice(start, end))).toEqual(['Straße', 'STRASSE', 'Die', 'die'])
  expect(hitsIn(text, [])).toEqual([])
})

test('any part of a subject finds it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (subject, from, length) => {
      const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(subject)].map(letter => letter.segment)
      const part = letters.slice(from % letters.length, (from % letters.length) + 1 + (length % letters.length)).join('')
      expect(isFound(searchable(null, subject), wordsOf(part))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

// Tests that a search finds equivalent spellings and marks the matches.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatchSpans, matchesAllWords, splitSearchWords, toSearchableText } from './search.ts'

const jose = toSearchableText({ name: 'José Müller', address: 'jose@bücher.example' }, 'Re: STRASSE  42')

test.each(['josé', 'JOSE@', 'müller straße', '42 re:', 'bücher', '  ', 'jos'])('%j is found', search => {
  expect(matchesAllWords(jose, splitSearchWords(search))).toBe(true)
})

test.each(['joseph', 'josé 43', 'müller re:42'])('%j is not found', search => {
  expect(matchesAllWords(jose, splitSearchWords(search))).toBe(false)
})

test('an encoded domain is found by its decoded form', () => {
  expect(matchesAllWords(toSearchableText({ name: '', address: 'a@xn--bcher-kva.example' }, ''), splitSearchWords('bücher'))).toBe(true)
})

test('a word is not found across the sender and the subject', () => {
  expect(matchesAllWords(toSearchableText({ name: 'Ann', address: '' }, 'abel'), splitSearchWords('annabel'))).toBe(false)
})

test('every match of every word is marked', () => {
  const text = 'Die Straße, die STRASSE'
  expect(findMatchSpans(text, splitSearchWords('strasse die')).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Straße',
    'STRASSE',
    'Die',
    'die',
  ])
  expect(findMatchSpans(text, [])).toEqual([])
})

test('any part of a subject finds it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (subject, from, length) => {
      const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(subject)].map(letter => letter.segment)
      const part = characters.slice(from % characters.length, (from % characters.length) + 1 + (length % characters.length)).join('')
      expect(matchesAllWords(toSearchableText(null, subject), splitSearchWords(part))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

// Tests comparisons of two text tests against every short text.
import { expect, test } from 'vitest'
import { foldVariants } from '../../text/fold.ts'
import { matches } from '../match.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { areApart, fitsBothReadings, isWithin, type WantedWords } from './words.ts'

const strings = (letters: string[], longest: number): string[] =>
  longest === 0 ? [''] : ['', ...letters.flatMap(letter => strings(letters, longest - 1).map(rest => letter + rest))]

const operators = ['contains', 'is', 'starts', 'ends'] as const
const wanted: WantedWords[] = [
  ...strings(['a', 'b'], 3).flatMap(value => operators.map(operator => ({ operator, value }))),
  ...strings(['a', 'b', '*', '?'], 3).map(value => ({ operator: 'wildcard' as const, value })),
].filter(({ value }) => value !== '')
const texts = [...strings(['a', 'b', 'c'], 5), 'a👩', '👩b', 'a👩b']

/** Whether each text matches, according to a filter. */
const fitting = (one: WantedWords, subjects: string[]): boolean[] =>
  subjects.map(subject => matches({ field: 'subject', operator: one.operator, values: [one.value] }, plainReading({ subject })))

test('reported implications and contradictions are true for every short text', () => {
  const fits = wanted.map(one => fitting(one, texts))
  const proven = { within: 0, apart: 0 }
  for (const [i, a] of wanted.entries())
    for (const [j, b] of wanted.entries()) {
      const [first = [], second = []] = [fits[i], fits[j]]
      if (isWithin(a, b)) {
        proven.within += 1
        if (!first.every((held, at) => !held || second[at])) throw new Error(`${JSON.stringify(a)} is not within ${JSON.stringify(b)}`)
      }
      if (areApart(a, b)) {
        proven.apart += 1
        if (first.some((held, at) => held && second[at])) throw new Error(`${JSON.stringify([a, b])} are not apart`)
      }
    }
  expect(proven.within).toBeGreaterThan(1500)
  expect(proven.apart).toBeGreaterThan(400)
})

test('without wildcards every implication on short texts is found', () => {
  const plain = wanted.filter(({ operator, value }) => operator !== 'wildcard' && value.length < 3)
  const fits = plain.map(one => fitting(one, texts))
  for (const [i, a] of plain.entries())
    for (const [j, b] of plain.entries())
      expect([a, b, isWithin(a, b)]).toEqual([a, b, fits[i]?.every((held, at) => !held || fits[j]?.[at])])
})

test('a text with an encoded domain, which is read twice, never matches two tests reported as contradictory', () => {
  const pieces = ['xn--mnchen-3ya', 'xn--', 'xn', 'x', '-', 'a', '.', 'xn--a-ecp', 'mü']
  const subjects = pieces.flatMap(a => pieces.flatMap(b => [a + b, ...pieces.map(c => a + b + c)]))
  let doubles = 0
  for (const subject of subjects) {
    const both = foldVariants(subject).map(input => input.text)
    if (new Set(both).size > 1) doubles += 1
    const values = both
      .flatMap(text => [0, 1, 2, 3, 4, text.length].map(length => text.slice(0, length).trim()))
      .filter(value => value !== '')
    const tests = [...new Set(values)].flatMap(value => (['is', 'starts'] as const).map(operator => ({ operator, value })))
    const held = tests.filter(one => fitting(one, [subject])[0])
    for (const a of held)
      for (const b of held)
        expect([subject, a, b, areApart(a, b) && fitsBothReadings(a) && fitsBothReadings(b)]).toEqual([subject, a, b, false])
  }
  expect(doubles).toBeGreaterThan(100)
})

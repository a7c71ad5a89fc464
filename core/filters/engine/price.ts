// What evaluating costs, in units of work: the same on every machine, about as much as reading one letter of a text.
import { type Reading, valuesOf } from '../fields.ts'
import { charactersReadBy } from '../pattern.ts'
import type { Test, TextOperator } from '../tree.ts'
import type { PlannedField, PlannedTest, PlannedWords } from './planned.ts'
import { priceOfExact } from './price-exact.ts'

/** What filters may spend on one message; common ones need a thousandth of it. */
export const messageBudget = 40_000_000

const perTest = 50
const perLanguage = 20_000
/** Folding a letter, and looking for all words that begin there. */
const perLetterRead = 10
const perLetterOfPattern = 6
/** One instruction at one letter, without an automaton. */
const perStep = 6

/** How dear a test is beside others, whatever the mail: what is dear is asked last. */
export function costOfTest(test: Test): number {
  const isPattern = 'values' in test && test.operator === 'regexp'
  return (isPattern ? 50 : 0) + costOfField(test.field)
}

function costOfField(field: Test['field']): number {
  switch (field) {
    case 'language':
      return 200
    case 'exact':
      return 100
    case 'any':
    case 'body':
    case 'whole_body':
      return 20
    case 'subject':
    case 'header':
    case 'recipient':
    case 'attachment_name':
      return 3
    default:
      return 1
  }
}

/** Reading a field and looking there for everything at once. */
export const priceOfField = (field: Pick<PlannedField, 'place'>, reading: Reading): number =>
  perTest + perLetterRead * lettersOf(valuesOf(field.place, reading))

/** Looking at one test alone. */
export function priceOfTest({ test, words }: Pick<PlannedTest, 'test' | 'words'>, reading: Reading): number {
  if (test.field === 'exact') return priceOfExact(test, reading)
  const language = test.field === 'language' ? perLanguage : 0
  const listed = 'list' in test ? perLetterRead * lettersOf(valuesOf(test, reading)) : 0
  return perTest + language + listed + (words ? priceOfWords(words, reading) : 0)
}

/** Looking once more at a test that holds, for all places at which it does. */
export function priceOfHits({ test, words }: PlannedTest, reading: Reading): number {
  if (!words) return priceOfTest({ test, words }, reading)
  const letters = lettersOf(valuesOf(words.test, reading))
  const perLetter = words.patterns.reduce((sum, { size }) => sum + size * perStep, words.wanted.length * 2)
  return perTest + letters * (perLetterRead + perLetter)
}

function priceOfWords({ test, wanted, patterns }: PlannedWords, reading: Reading): number {
  const lengths = valuesOf(test, reading).map(value => value.length)
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const { operator } = test
  if (operator !== 'regexp') return all * wanted.reduce((sum, word) => sum + perLetterFor(operator, word), 1)
  return patterns.reduce((sum, { size, spreads }) => {
    const letters = lengths.reduce((most, length) => most + Math.min(length, charactersReadBy(size)), 0)
    return sum + letters * (spreads ? perLetterSpread(size) : perLetterOfPattern + size)
  }, 0)
}

/** A `?` has a text read letter by letter. */
const perLetterFor = (operator: TextOperator, word: string): number =>
  operator === 'wildcard' && word.includes('?') ? perLetterRead + (word.length >> 5) : 1

/** Each letter meets each instruction; many of them also wait for each other. */
const perLetterSpread = (size: number): number => 20 + 3 * size + Math.floor((size * size) / 100)

const lettersOf = (values: string[]): number => values.reduce((sum, value) => sum + value.length, 0)

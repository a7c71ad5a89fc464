// Estimates the price of evaluating tests in units of work: the same on every machine, each about the cost of reading one character.
import type { ExactTest } from '../exact/test.ts'
import { type FilterInput, fieldValues } from '../fields.ts'
import { charactersReadBy } from '../pattern.ts'
import type { Test, TextOperator } from '../tree.ts'
import type { PlannedField, PlannedTest, PlannedWords } from './planned.ts'

/** The budget for one message; common filters need a thousandth of it. */
export const messageBudget = 40_000_000

const perTest = 50
const perLanguage = 20_000
/** Finding amounts takes several passes over the text. */
const perCharacterOfAmounts = 60
/** Folding a character and searching for all words that begin there. */
const perCharacterRead = 10
const perPatternCharacter = 6
/** One instruction at one character, without an automaton. */
const perStep = 6

/** How expensive a test is compared to others, regardless of the email: expensive tests run last. */
export function relativeCost(test: Test): number {
  const isPattern = 'values' in test && test.operator === 'regexp'
  return (isPattern ? 50 : 0) + relativeFieldCost(test.field)
}

function relativeFieldCost(field: Test['field']): number {
  switch (field) {
    case 'language':
      return 200
    case 'exact':
      return 100
    case 'amount':
      return 60
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

/** The price of reading a field and searching it for everything at once. */
export const fieldPrice = (field: Pick<PlannedField, 'searched'>, input: FilterInput): number =>
  perTest + perCharacterRead * countCharacters(fieldValues(field.searched, input))

/** The price of running one test separately. */
export function testPrice({ test, words }: Pick<PlannedTest, 'test' | 'words'>, input: FilterInput): number {
  if (test.field === 'exact') return exactTestPrice(test, input)
  const languagePrice = test.field === 'language' ? perLanguage : 0
  const listPrice = 'list' in test ? perCharacterRead * countCharacters(fieldValues(test, input)) : 0
  return perTest + languagePrice + listPrice + (words ? wordsPrice(words, input) : 0)
}

/** The price of finding the amounts of the email, once for all tests of them. */
export const amountsPrice = ({ view }: FilterInput): number => perCharacterOfAmounts * (view.subject.length + view.body.length)

/** The price of running a matching test again to locate all its hits. */
export function hitsPrice({ test, words }: PlannedTest, input: FilterInput): number {
  if (!words) return testPrice({ test, words }, input)
  const characters = countCharacters(fieldValues(words.test, input))
  const perCharacter = words.patterns.reduce((sum, { size }) => sum + size * perStep, words.foldedWords.length * 2)
  return perTest + characters * (perCharacterRead + perCharacter)
}

function wordsPrice({ test, foldedWords: wanted, patterns }: PlannedWords, input: FilterInput): number {
  const lengths = fieldValues(test, input).map(value => value.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const { operator } = test
  if (operator !== 'regexp') return total * wanted.reduce((sum, word) => sum + pricePerCharacter(operator, word), 1)
  return patterns.reduce((sum, { size, mayExplode: spreads }) => {
    const characters = lengths.reduce((most, length) => most + Math.min(length, charactersReadBy(size)), 0)
    return sum + characters * (spreads ? perExplodingCharacter(size) : perPatternCharacter + size)
  }, 0)
}

/** A `?` needs a pass over each character. */
const pricePerCharacter = (operator: TextOperator, word: string): number =>
  operator === 'wildcard' && word.includes('?') ? perCharacterRead + (word.length >> 5) : 1

/** Each character meets each instruction, plus overhead that grows with the square of their number. */
const perExplodingCharacter = (size: number): number => 20 + 3 * size + Math.floor((size * size) / 100)

const countCharacters = (values: string[]): number => values.reduce((sum, value) => sum + value.length, 0)

const perExactTest = 200
const perHeader = 10
const perExactCharacterRead = 4
const perExactCharacter = { words: 1, wildcard: 10, pattern: 100, counting: 1500 }

function exactTestPrice(test: ExactTest, { view }: FilterInput): number {
  const perValue = test.values.reduce((sum, value) => sum + pricePerExactCharacter(test, value), perExactCharacterRead)
  return perExactTest + view.headers.length * perHeader + countCharactersRead(test, view) * perValue
}

function countCharactersRead({ read }: ExactTest, view: FilterInput['view']): number {
  if (read.kind === 'body' || read.kind === 'content') return view.body.length + countHeaderCharacters(view.headers)
  if (read.kind === 'envelope' || ('parts' in read && read.parts)) return countHeaderCharacters(view.headers)
  const names = new Set((read.kind === 'date' ? [read.header ?? ''] : read.names).map(name => name.toLowerCase()))
  return countHeaderCharacters(view.headers.filter(header => names.has(header.name.toLowerCase())))
}

/** Patterns run without an automaton; with counted repeats each character may meet a thousand instructions. */
function pricePerExactCharacter({ operator }: ExactTest, value: string): number {
  if (operator === 'wildcard') return perExactCharacter.wildcard
  if (operator !== 'regexp') return perExactCharacter.words
  return value.includes('{') ? perExactCharacter.counting : perExactCharacter.pattern
}

const countHeaderCharacters = (headers: { value: string }[]): number => headers.reduce((sum, header) => sum + header.value.length, 0)

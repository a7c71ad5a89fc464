// Compares texts by their octets, as the comparators of RFC 4790 and the match types of RFC 5228 and RFC 5231 do.
import type { Span } from '../../text/spans.ts'
import { wildcardMatches } from '../wildcard.ts'
import { patternHit } from './regexp.ts'
import type { Compare, ExactTest } from './test.ts'

/** Where the first of the wanted values that fits is found in `text`; null where none fits. */
export function hitOf(test: ExactTest, text: string): Span | null {
  const whole = { start: 0, end: text.length }
  if (test.operator === 'regexp') return patternHit(test, text)
  const read = lettersFor(test.compare)
  if (test.operator === 'contains') return containedIn(read(text), test.values.map(read))
  if (test.operator === 'wildcard') return anyWildcard(read(text), test.values.map(read)) ? whole : null
  // Nothing is nothing else, even where neither is a number; so Pigeonhole has it.
  const isNothing = test.operator === 'is' && text === ''
  return test.values.some(value => isInOrder(test, orderOf(isNothing ? 'octets' : test.compare, text, value))) ? whole : null
}

/** Of the 26 letters the small ones; Pigeonhole orders by them too, where RFC 4790 §9.2 takes the capitals. */
export const smallAscii = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

const lettersFor = (compare: Compare) => (compare === 'ascii' ? smallAscii : (text: string) => text)

function containedIn(text: string, values: string[]): Span | null {
  for (const value of values) {
    const start = text.indexOf(value)
    if (start >= 0) return { start, end: start + value.length }
  }
  return null
}

function isInOrder(test: ExactTest, order: number): boolean {
  switch (test.operator) {
    case 'differs':
      return order !== 0
    case 'over':
      return order > 0
    case 'at_least':
      return order >= 0
    case 'under':
      return order < 0
    case 'at_most':
      return order <= 0
    default:
      return order === 0
  }
}

function orderOf(compare: Compare, text: string, value: string): number {
  if (compare === 'number') return numericOrder(text, value)
  const read = lettersFor(compare)
  return octetOrder(read(text), read(value))
}

/** Digits at the start; without any it is above all numbers, and like all others that have none (RFC 4790 §9.1.1). */
function numericOrder(text: string, value: string): number {
  const [a, b] = [digitsOf(text), digitsOf(value)]
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return a.length - b.length || octetOrder(a, b)
}

const digitsOf = (text: string): string | null => /^\d+/.exec(text)?.[0].replace(/^0+(?=\d)/, '') ?? null

function octetOrder(a: string, b: string): number {
  if (a === b) return 0
  // UTF-8 keeps the order of code points, UTF-16 does not.
  const [left, right] = [Array.from(a), Array.from(b)]
  for (const [i, letter] of left.entries()) {
    const other = right[i]
    if (other === undefined) return 1
    if (letter !== other) return (letter.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
  }
  return left.length - right.length
}

// A `?` is one octet (RFC 5228 §2.7.1); no octet is as high as these two, which stand for a star and a question mark as such.
const star = '\u0100'
const question = '\u0101'

function anyWildcard(text: string, patterns: string[]): boolean {
  const octets = octetsOf(text).replaceAll('*', star).replaceAll('?', question)
  return patterns.some(pattern => wildcardMatches(unescaped(octetsOf(pattern)), octets))
}

const unescaped = (pattern: string): string =>
  pattern.replace(/\\([^])/g, (_, letter: string) => (letter === '*' ? star : letter === '?' ? question : letter))

/** The text in UTF-8, a letter an octet. */
function octetsOf(text: string): string {
  const isPlain = !/[^\0-\x7f]/.test(text)
  if (isPlain) return text
  return encodeURIComponent(text.toWellFormed()).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

// Compares texts by octets, with the comparators of RFC 4790 and the match types of RFC 5228 and RFC 5231.
import type { Span } from '../../text/spans.ts'
import { wildcardMatches } from '../wildcard.ts'
import { findPosixPattern } from './regexp.ts'
import type { Compare, ExactTest } from './test.ts'

/** The position in `text` of the first value that matches, or null. */
export function findHit(test: ExactTest, text: string): Span | null {
  const fullSpan = { start: 0, end: text.length }
  if (test.operator === 'regexp') return findPosixPattern(test, text)
  const normalizeCase = caseNormalizer(test.compare)
  if (test.operator === 'contains') return findContained(normalizeCase(text), test.values.map(normalizeCase))
  if (test.operator === 'wildcard') return matchesAnyWildcard(normalizeCase(text), test.values.map(normalizeCase)) ? fullSpan : null
  // An empty text equals only an empty value, even with the numeric comparator, as in Pigeonhole.
  const isEmpty = test.operator === 'is' && text === ''
  return test.values.some(value => satisfiesOperator(test, compareTexts(isEmpty ? 'octets' : test.compare, text, value))) ? fullSpan : null
}

/** Lower-cases ASCII letters only; Pigeonhole also orders by lower case, where RFC 4790 §9.2 uses upper case. */
export const smallAscii = (text: string): string => text.replace(/[A-Z]/g, character => character.toLowerCase())

const caseNormalizer = (compare: Compare) => (compare === 'ascii' ? smallAscii : (text: string) => text)

function findContained(text: string, values: string[]): Span | null {
  for (const value of values) {
    const start = text.indexOf(value)
    if (start >= 0) return { start, end: start + value.length }
  }
  return null
}

function satisfiesOperator(test: ExactTest, order: number): boolean {
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

function compareTexts(compare: Compare, text: string, value: string): number {
  if (compare === 'number') return compareNumbers(text, value)
  const normalizeCase = caseNormalizer(compare)
  return compareOctets(normalizeCase(text), normalizeCase(value))
}

/** Compares leading digits; a text without any is above all numbers and equal to other such texts (RFC 4790 §9.1.1). */
function compareNumbers(text: string, value: string): number {
  const [a, b] = [leadingDigits(text), leadingDigits(value)]
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return a.length - b.length || compareOctets(a, b)
}

const leadingDigits = (text: string): string | null => /^\d+/.exec(text)?.[0].replace(/^0+(?=\d)/, '') ?? null

function compareOctets(a: string, b: string): number {
  if (a === b) return 0
  // UTF-8 keeps the order of code points, UTF-16 does not.
  const [left, right] = [Array.from(a), Array.from(b)]
  for (const [i, character] of left.entries()) {
    const other = right[i]
    if (other === undefined) return 1
    if (character !== other) return (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
  }
  return left.length - right.length
}

// A `?` is one octet (RFC 5228 §2.7.1); these two values lie above all octets and represent a literal star and question mark.
const star = '\u0100'
const question = '\u0101'

function matchesAnyWildcard(text: string, patterns: string[]): boolean {
  const octets = toOctets(text).replaceAll('*', star).replaceAll('?', question)
  return patterns.some(pattern => wildcardMatches(unescapePattern(toOctets(pattern)), octets))
}

const unescapePattern = (pattern: string): string =>
  pattern.replace(/\\([^])/g, (_, character: string) => (character === '*' ? star : character === '?' ? question : character))

/** The text in UTF-8, one character per octet. */
function toOctets(text: string): string {
  const isPlain = !/[^\0-\x7f]/.test(text)
  if (isPlain) return text
  return encodeURIComponent(text.toWellFormed()).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

// Compares two text tests: whether every text that matches one also matches the other, or none does.
import type { TextOperator } from '../tree.ts'
import { wildcardMatches } from '../wildcard.ts'

/** A folded value, never empty. */
export interface WantedWords {
  operator: Exclude<TextOperator, 'regexp'>
  value: string
}

/** Whether every text that matches `a` also matches `b`; false if uncertain. */
export function isWithin(a: WantedWords, b: WantedWords): boolean {
  if (a.operator === b.operator && a.value === b.value) return true
  if (a.operator === 'wildcard') return requiredPieces(a.value).some(piece => isWithin(piece, b))
  switch (b.operator) {
    case 'contains':
      return a.value.includes(b.value)
    case 'starts':
      return (a.operator === 'is' || a.operator === 'starts') && a.value.startsWith(b.value)
    case 'ends':
      return (a.operator === 'is' || a.operator === 'ends') && a.value.endsWith(b.value)
    case 'is':
      return a.operator === 'is' && a.value === b.value
    case 'wildcard':
      return isWithinPattern(a, b.value)
  }
}

/** Whether no text matches both. Covers only `is` and `starts`; false if uncertain. */
export function areApart(a: WantedWords, b: WantedWords): boolean {
  if (a.operator === 'is') return b.operator === 'is' ? a.value !== b.value : b.operator === 'starts' && !a.value.startsWith(b.value)
  if (b.operator === 'is') return areApart(b, a)
  return a.operator === 'starts' && b.operator === 'starts' && !a.value.startsWith(b.value) && !b.value.startsWith(a.value)
}

/**
 * A text with an encoded domain is read both as written and decoded, and each reading may match a different test. Whether a match of
 * the written reading also matches the decoded one: prefixes are the same in both unless the encoded domain begins inside them.
 */
export function fitsBothReadings({ operator, value }: WantedWords): boolean {
  if (value.includes('xn--')) return false
  return operator === 'is' || (operator === 'starts' && !['x', 'xn', 'xn-'].some(start => value.endsWith(start)))
}

// Arbitrary text before and after the value matches the pattern if a star absorbs it.
function isWithinPattern({ operator, value }: WantedWords, pattern: string): boolean {
  const hasTextBefore = operator === 'contains' || operator === 'ends'
  const hasTextAfter = operator === 'contains' || operator === 'starts'
  return (!hasTextBefore || pattern.startsWith('*')) && (!hasTextAfter || pattern.endsWith('*')) && wildcardMatches(pattern, value)
}

/** What every text that matches the pattern must begin with, end with and contain. */
function requiredPieces(pattern: string): WantedWords[] {
  const parts = pattern.split(/[*?]/)
  if (parts.length === 1) return [{ operator: 'is', value: pattern }]
  const pieces: WantedWords[] = parts.map((value, i) => ({
    operator: i === 0 ? 'starts' : i === parts.length - 1 ? 'ends' : 'contains',
    value,
  }))
  return pieces.filter(piece => piece.value !== '')
}

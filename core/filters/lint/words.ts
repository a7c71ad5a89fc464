// What one test of a text says about another: is every text that fits the one sure to fit the other, or sure not to?
import type { TextOperator } from '../tree.ts'
import { wildcardMatches } from '../wildcard.ts'

/** A folded value, never empty. */
export interface WantedWords {
  operator: Exclude<TextOperator, 'regexp'>
  value: string
}

/** Does every text that fits `a` fit `b`? False where it is not sure. */
export function isWithin(a: WantedWords, b: WantedWords): boolean {
  if (a.operator === b.operator && a.value === b.value) return true
  if (a.operator === 'wildcard') return piecesOf(a.value).some(piece => isWithin(piece, b))
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

/** Is there no text that fits both? Only of `is` and `starts`; false where it is not sure. */
export function areApart(a: WantedWords, b: WantedWords): boolean {
  if (a.operator === 'is') return b.operator === 'is' ? a.value !== b.value : b.operator === 'starts' && !a.value.startsWith(b.value)
  if (b.operator === 'is') return areApart(b, a)
  return a.operator === 'starts' && b.operator === 'starts' && !a.value.startsWith(b.value) && !b.value.startsWith(a.value)
}

/**
 * A text that names an encoded domain is read twice, and each reading may fit another test. Does what fits the reading as it
 * is written fit the decoded one too? What it begins with is the same in both, unless the name begins within it.
 */
export function fitsBothReadings({ operator, value }: WantedWords): boolean {
  if (value.includes('xn--')) return false
  return operator === 'is' || (operator === 'starts' && !['x', 'xn', 'xn-'].some(start => value.endsWith(start)))
}

// A text of letters before, the value, and letters after fits the pattern, as far as a star takes up those letters.
function isWithinPattern({ operator, value }: WantedWords, pattern: string): boolean {
  const before = operator === 'contains' || operator === 'ends'
  const after = operator === 'contains' || operator === 'starts'
  return (!before || pattern.startsWith('*')) && (!after || pattern.endsWith('*')) && wildcardMatches(pattern, value)
}

/** What a text that fits the pattern is sure to begin with, end with and contain. */
function piecesOf(pattern: string): WantedWords[] {
  const parts = pattern.split(/[*?]/)
  if (parts.length === 1) return [{ operator: 'is', value: pattern }]
  const pieces: WantedWords[] = parts.map((value, i) => ({
    operator: i === 0 ? 'starts' : i === parts.length - 1 ? 'ends' : 'contains',
    value,
  }))
  return pieces.filter(piece => piece.value !== '')
}

// Converts the keys of a Sieve test to our operators and values: full text, prefix, suffix or pattern.
import type { ExactOperator } from '../exact/test.ts'
import type { TextOperator } from '../tree.ts'
import { dropCaseForms } from './case-forms.ts'

export interface KeyMatch {
  operator: TextOperator
  values: string[]
}

const longestValue = 1000

/** Whether folding leaves the keys unchanged: not empty, no leading, trailing or double spaces, no line ends. */
export const arePlainWords = (keys: string[]): boolean =>
  keys.every(key => key !== '' && key.trim() === key && key.length <= longestValue && !/[\p{Cc}]| {2}/u.test(key))

/** Null for keys that only an exact test compares correctly. */
export function matchKeys(operator: ExactOperator, keys: string[]): KeyMatch | null {
  if (operator === 'wildcard') return matchWildcardKeys(keys)
  if (!arePlainWords(keys)) return null
  if (operator === 'regexp') return { operator, values: keys }
  return operator === 'is' || operator === 'contains' ? { operator, values: dropCaseForms(keys) } : null
}

/** Reads keys that come in pairs, the second derived from the first; null if they do not. */
export function readPairs(keys: string[], second: (key: string) => string): string[] | null {
  const firsts = keys.filter((_, i) => i % 2 === 0)
  const isPaired = keys.length > 0 && keys.length % 2 === 0 && firsts.every((key, i) => keys[2 * i + 1] === second(key))
  const literals = firsts.map(literalText)
  return isPaired && literals.every(key => key !== null) && arePlainWords(literals) ? dropCaseForms(literals) : null
}

function matchWildcardKeys(keys: string[]): KeyMatch | null {
  const starts = keys.flatMap(key => (key.endsWith('*') ? (literalText(key.slice(0, -1)) ?? []) : []))
  if (starts.length === keys.length && arePlainWords(starts)) return { operator: 'starts', values: dropCaseForms(starts) }
  const ends = keys.flatMap(key => (key.startsWith('*') ? (literalText(key.slice(1)) ?? []) : []))
  if (ends.length === keys.length && arePlainWords(ends)) return { operator: 'ends', values: dropCaseForms(ends) }
  const hasEscapes = keys.some(key => /\\(?!\\)/.test(key.replaceAll('\\\\', '')))
  if (!arePlainWords(keys) || hasEscapes || keys.some(key => /^\*+$/.test(key))) return null
  return { operator: 'wildcard', values: dropCaseForms(keys.map(key => key.replaceAll('\\\\', '\\'))) }
}

/** The literal text of a pattern without wildcards; null if it has any. */
function literalText(pattern: string): string | null {
  const isPlain = /^(?:[^*?\\]|\\[^])*$/.test(pattern)
  return isPlain ? pattern.replace(/\\([^])/g, '$1') : null
}

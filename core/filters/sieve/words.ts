// The keys of a Sieve test as values of ours: whole, at the start, at the end, or as a pattern.
import type { ExactOperator } from '../exact/test.ts'
import type { TextOperator } from '../tree.ts'
import { withoutForms } from './case-forms.ts'

export interface KeyMatch {
  operator: TextOperator
  values: string[]
}

const longestValue = 1000

/** Words that our folding leaves what they are: something, no space at the ends or twice, no line end. */
export const areWords = (keys: string[]): boolean =>
  keys.every(key => key !== '' && key.trim() === key && key.length <= longestValue && !/[\p{Cc}]| {2}/u.test(key))

/** Null for keys that only an exact test reads as they are meant. */
export function shapeOf(operator: ExactOperator, keys: string[]): KeyMatch | null {
  if (operator === 'wildcard') return patternShape(keys)
  if (!areWords(keys)) return null
  if (operator === 'regexp') return { operator, values: keys }
  return operator === 'is' || operator === 'contains' ? { operator, values: withoutForms(keys) } : null
}

/** Keys that come two by two, the second made from the first; null where they do not. */
export function inPairs(keys: string[], second: (key: string) => string): string[] | null {
  const firsts = keys.filter((_, i) => i % 2 === 0)
  const isPaired = keys.length > 0 && keys.length % 2 === 0 && firsts.every((key, i) => keys[2 * i + 1] === second(key))
  const plain = firsts.map(literal)
  return isPaired && plain.every(key => key !== null) && areWords(plain) ? withoutForms(plain) : null
}

function patternShape(keys: string[]): KeyMatch | null {
  const starts = keys.flatMap(key => (key.endsWith('*') ? (literal(key.slice(0, -1)) ?? []) : []))
  if (starts.length === keys.length && areWords(starts)) return { operator: 'starts', values: withoutForms(starts) }
  const ends = keys.flatMap(key => (key.startsWith('*') ? (literal(key.slice(1)) ?? []) : []))
  if (ends.length === keys.length && areWords(ends)) return { operator: 'ends', values: withoutForms(ends) }
  const hasEscapes = keys.some(key => /\\(?!\\)/.test(key.replaceAll('\\\\', '')))
  if (!areWords(keys) || hasEscapes || keys.some(key => /^\*+$/.test(key))) return null
  return { operator: 'wildcard', values: withoutForms(keys.map(key => key.replaceAll('\\\\', '\\'))) }
}

/** The text that a pattern without signs stands for; null where it has some. */
function literal(pattern: string): string | null {
  const isPlain = /^(?:[^*?\\]|\\[^])*$/.test(pattern)
  return isPlain ? pattern.replace(/\\([^])/g, '$1') : null
}

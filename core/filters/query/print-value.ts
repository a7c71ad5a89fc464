// One value of a field with the sign of its operator, in quotes where it could be read as something else.
import type { TextTest } from '../tree.ts'
import { peopleFields } from './leaf.ts'
import { keywords } from './names.ts'
import { hasUnseen, isPlain, quote } from './quote.ts'

/** Reads back as itself where no field stands before it. */
export const isPlainBare = (value: string): boolean => isPlain(value) && !keywords.has(value)

export function printValue(test: TextTest, value: string): string {
  const word = isPlainBare(value) ? value : quote(value)
  switch (test.operator) {
    case 'contains':
      return isTaken(test, value) ? quote(value) : word
    case 'is':
      return `=${word}`
    case 'starts':
      return `^${word}`
    case 'ends':
      return `${word}$`
    case 'wildcard':
      return value.includes('*') && isPlainBare(value.replaceAll('*', '0')) ? value : `~${word}`
    case 'regexp':
      return printPattern(value)
  }
}

/** `me` and the address of a list mean more than their letters. */
const isTaken = (test: TextTest, value: string): boolean =>
  (peopleFields.has(test.field) && value.toLowerCase() === 'me') || (test.field === 'list' && value.includes('@'))

/** Between slashes where that reads back: every backslash keeps its letter, but `\/` is a slash. */
function printPattern(value: string): string {
  const pairs: string[] = value.match(/\\[\s\S]?|[^\\]/g) ?? []
  if (hasUnseen(value) || pairs.includes('\\/') || pairs.includes('\\') || value.trim() !== value) return `regexp:${quote(value)}`
  return `/${pairs.map(pair => (pair === '/' ? '\\/' : pair)).join('')}/`
}

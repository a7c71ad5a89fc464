// Estimates the price of an exact test, in the units of price.ts.
import type { ExactTest } from '../exact/test.ts'
import type { FilterInput } from '../fields.ts'

const perTest = 200
const perHeader = 10
const perCharacterRead = 4
const perCharacter = { words: 1, wildcard: 10, pattern: 100, counting: 1500 }

export function exactTestPrice(test: ExactTest, { view }: FilterInput): number {
  const perValue = test.values.reduce((sum, value) => sum + characterPrice(test, value), perCharacterRead)
  return perTest + view.headers.length * perHeader + countCharactersRead(test, view) * perValue
}

function countCharactersRead({ read }: ExactTest, view: FilterInput['view']): number {
  if (read.kind === 'body' || read.kind === 'content') return view.body.length + countCharacters(view.headers)
  if (read.kind === 'envelope' || ('parts' in read && read.parts)) return countCharacters(view.headers)
  const names = new Set((read.kind === 'date' ? [read.header ?? ''] : read.names).map(name => name.toLowerCase()))
  return countCharacters(view.headers.filter(header => names.has(header.name.toLowerCase())))
}

/** Patterns run without an automaton; with counted repeats each character may meet a thousand instructions. */
function characterPrice({ operator }: ExactTest, value: string): number {
  if (operator === 'wildcard') return perCharacter.wildcard
  if (operator !== 'regexp') return perCharacter.words
  return value.includes('{') ? perCharacter.counting : perCharacter.pattern
}

const countCharacters = (headers: { value: string }[]): number => headers.reduce((sum, header) => sum + header.value.length, 0)

// What an exact test costs, in the units of price.ts.
import type { ExactTest } from '../exact/test.ts'
import type { Reading } from '../fields.ts'

const perTest = 200
const perHeader = 10
const perLetterRead = 4
const perLetter = { words: 1, wildcard: 10, pattern: 100, counting: 1500 }

export function priceOfExact(test: ExactTest, { view }: Reading): number {
  const perValue = test.values.reduce((sum, value) => sum + priceOfLetter(test, value), perLetterRead)
  return perTest + view.headers.length * perHeader + lettersRead(test, view) * perValue
}

function lettersRead({ read }: ExactTest, view: Reading['view']): number {
  if (read.kind === 'body' || read.kind === 'content') return view.body.length + lettersOf(view.headers)
  if (read.kind === 'envelope' || ('parts' in read && read.parts)) return lettersOf(view.headers)
  const names = new Set((read.kind === 'date' ? [read.header ?? ''] : read.names).map(name => name.toLowerCase()))
  return lettersOf(view.headers.filter(header => names.has(header.name.toLowerCase())))
}

/** A pattern is tried without an automaton; where it counts, each letter may meet a thousand instructions. */
function priceOfLetter({ operator }: ExactTest, value: string): number {
  if (operator === 'wildcard') return perLetter.wildcard
  if (operator !== 'regexp') return perLetter.words
  return value.includes('{') ? perLetter.counting : perLetter.pattern
}

const lettersOf = (headers: { value: string }[]): number => headers.reduce((sum, header) => sum + header.value.length, 0)

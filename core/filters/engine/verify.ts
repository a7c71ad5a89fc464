// Verifies one test on one message when the field index leaves it undecided.
import { type FilterInput, fieldValues } from '../fields.ts'
import { observe } from '../observe.ts'
import { wildcardMatches } from '../wildcard.ts'
import { isPatternIn } from './patterns.ts'
import type { PlannedTest, PlannedWords } from './planned.ts'

/** Gives the same result as `observe`; `texts` reads the folded texts of the test's fields. */
export function verify({ test, words }: PlannedTest, input: FilterInput, texts: () => string[]): boolean {
  return words ? verifyWords(words, input, texts) : observe(test, input).held
}

function verifyWords({ test, foldedWords: wanted, patterns }: PlannedWords, input: FilterInput, texts: () => string[]): boolean {
  if (test.operator === 'regexp')
    return fieldValues(test, input).some(text => patterns.some(({ pattern, size }) => isPatternIn(pattern, size, text)))
  const matches = comparison(test.operator)
  return texts().some(text => wanted.some(word => matches(word, text)))
}

function comparison(operator: Exclude<PlannedWords['test']['operator'], 'regexp'>): (word: string, text: string) => boolean {
  switch (operator) {
    case 'contains':
      return (word, text) => text.includes(word)
    case 'is':
      return (word, text) => text === word
    case 'starts':
      return (word, text) => text.startsWith(word)
    case 'ends':
      return (word, text) => text.endsWith(word)
    case 'wildcard':
      return wildcardMatches
  }
}

// One test alone on one message, where what was found together with others leaves it open.
import { type Reading, valuesOf } from '../fields.ts'
import { observe } from '../observe.ts'
import { wildcardMatches } from '../wildcard.ts'
import { isPatternIn } from './patterns.ts'
import type { PlannedTest, PlannedWords } from './planned.ts'

/** The same as `observe` says; `texts` are those of the test's fields, folded. */
export function verify({ test, words }: PlannedTest, reading: Reading, texts: () => string[]): boolean {
  return words ? verifyWords(words, reading, texts) : observe(test, reading).held
}

function verifyWords({ test, wanted, patterns }: PlannedWords, reading: Reading, texts: () => string[]): boolean {
  if (test.operator === 'regexp')
    return valuesOf(test, reading).some(text => patterns.some(({ pattern, size }) => isPatternIn(pattern, size, text)))
  const holdsOn = comparing(test.operator)
  return texts().some(text => wanted.some(word => holdsOn(word, text)))
}

function comparing(operator: Exclude<PlannedWords['test']['operator'], 'regexp'>): (word: string, text: string) => boolean {
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

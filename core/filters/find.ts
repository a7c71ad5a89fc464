// One test of words on one message: whether it holds, and where.

import { type Folded, inOriginal, readings } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'
import { type Reading, textsOf, valuesOf } from './fields.ts'
import { hitsOfPattern } from './pattern.ts'
import type { TextOperator, TextTest } from './tree.ts'
import { wildcardMatches } from './wildcard.ts'

export interface TextMatch {
  text: string
  hits: Span[]
}

/** The first text that a test holds on, and the place of each of its values there, in order; null where it holds on none. */
export function find(test: TextTest, reading: Reading): TextMatch | null {
  return test.operator === 'regexp' ? findPatterns(test, reading) : findWords(test, test.operator, reading)
}

function findPatterns(test: TextTest, reading: Reading): TextMatch | null {
  for (const text of valuesOf(test, reading)) {
    const hits = test.values.flatMap(pattern => hitsOfPattern(pattern, text))
    if (hits.length > 0) return { text, hits: inOrder(hits) }
  }
  return null
}

function findWords(test: TextTest, operator: WordsOperator, reading: Reading): TextMatch | null {
  const wanted = test.values.flatMap(readings).map(value => value.text)
  for (const text of textsOf(test, reading)) {
    const hits = wanted.flatMap(value => hitOf(operator, value, text) ?? [])
    if (hits.length > 0) return { text: text.original, hits: inOrder(hits) }
  }
  return null
}

type WordsOperator = Exclude<TextOperator, 'regexp'>

const inOrder = (hits: Span[]): Span[] => hits.toSorted((a, b) => a.start - b.start || a.end - b.end)

function hitOf(operator: WordsOperator, wanted: string, text: Folded): Span | null {
  // A value of invisible characters alone asks for nothing; it must not hold on everything.
  if (wanted === '') return null
  const from = startOf(operator, wanted, text.text)
  if (from === -1) return null
  return inOriginal(text, from, operator === 'wildcard' ? text.text.length : from + wanted.length)
}

function startOf(operator: WordsOperator, wanted: string, text: string): number {
  switch (operator) {
    case 'contains':
      return text.indexOf(wanted)
    case 'is':
      return text === wanted ? 0 : -1
    case 'starts':
      return text.startsWith(wanted) ? 0 : -1
    case 'ends':
      return text.endsWith(wanted) ? text.length - wanted.length : -1
    case 'wildcard':
      return wildcardMatches(wanted, text) ? 0 : -1
  }
}

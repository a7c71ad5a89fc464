// Finds the values of a text test in a message.
import { type Folded, foldVariants, toOriginalSpan } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'
import { type FilterInput, fieldValues, foldedValues } from './fields.ts'
import { findPattern } from './pattern.ts'
import type { TextOperator, TextTest } from './tree.ts'
import { wildcardMatches } from './wildcard.ts'

export interface TextMatch {
  text: string
  hits: Span[]
}

/** The first text that the test matches, and the positions of its values there in order; null if there is no match. */
export function findText(test: TextTest, input: FilterInput): TextMatch | null {
  return test.operator === 'regexp' ? findPatterns(test, input) : findWords(test, test.operator, input)
}

function findPatterns(test: TextTest, input: FilterInput): TextMatch | null {
  for (const text of fieldValues(test, input)) {
    const hits = test.values.flatMap(pattern => findPattern(pattern, text))
    if (hits.length > 0) return { text, hits: sortHits(hits) }
  }
  return null
}

function findWords(test: TextTest, operator: WordsOperator, input: FilterInput): TextMatch | null {
  const wanted = test.values.flatMap(foldVariants).map(value => value.text)
  for (const text of foldedValues(test, input)) {
    const hits = wanted.flatMap(value => findHit(operator, value, text) ?? [])
    if (hits.length > 0) return { text: text.original, hits: sortHits(hits) }
  }
  return null
}

type WordsOperator = Exclude<TextOperator, 'regexp'>

const sortHits = (hits: Span[]): Span[] => hits.toSorted((a, b) => a.start - b.start || a.end - b.end)

function findHit(operator: WordsOperator, wanted: string, text: Folded): Span | null {
  // A value of only invisible characters folds to nothing; it must not match everything.
  if (wanted === '') return null
  const from = findStart(operator, wanted, text.text)
  if (from === -1) return null
  return toOriginalSpan(text, from, operator === 'wildcard' ? text.text.length : from + wanted.length)
}

function findStart(operator: WordsOperator, wanted: string, text: string): number {
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

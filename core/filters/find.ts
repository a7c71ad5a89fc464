// One test on one message: whether it holds, and where.
import { type Reading, type TextTest, textsOf } from './fields.ts'
import { type Folded, inOriginal, type Range, readings } from './text.ts'
import type { Test, TextOperator } from './tree.ts'
import { wildcardMatches } from './wildcard.ts'

export function holds(test: Test, reading: Reading): boolean {
  if (test.field === 'attachment') return reading.view.attachments.length > 0 === (test.operator === 'exists')
  if (test.field === 'size') return test.operator === 'over' ? reading.view.sizeBytes > test.bytes : reading.view.sizeBytes < test.bytes
  return find(test, reading) !== null
}

export interface Found {
  text: string
  hits: Range[]
}

/** The first text that a test holds on, and the place of each of its values there, in order; null where it holds on none. */
export function find(test: TextTest, reading: Reading): Found | null {
  const wanted = test.values.flatMap(readings).map(value => value.text)
  for (const text of textsOf(test, reading)) {
    const hits = wanted.flatMap(value => hitOf(test.operator, value, text) ?? [])
    if (hits.length > 0) return { text: text.original, hits: hits.toSorted((a, b) => a.start - b.start || a.end - b.end) }
  }
  return null
}

function hitOf(operator: TextOperator, wanted: string, text: Folded): Range | null {
  // A value of invisible characters alone asks for nothing; it must not hold on everything.
  if (wanted === '') return null
  const from = startOf(operator, wanted, text.text)
  if (from === -1) return null
  return inOriginal(text, from, operator === 'wildcard' ? text.text.length : from + wanted.length)
}

function startOf(operator: TextOperator, wanted: string, text: string): number {
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

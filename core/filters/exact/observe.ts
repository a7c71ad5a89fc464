// Runs one exact test on one message: whether it matches, and what it saw.

import type { Span } from '../../text/spans.ts'
import type { FilterInput } from '../fields.ts'
import { findHit } from './compare.ts'
import { readValues } from './read.ts'
import type { ExactRead, ExactTest } from './test.ts'

export function observeExact(test: ExactTest, input: FilterInput): { held: boolean; text: string; hits: Span[] } {
  const texts = test.counted ? [String(readValues(withFullAddress(test.read), input).length)] : readValues(test.read, input)
  for (const text of texts) {
    const hit = findHit(test, text)
    if (hit) return { held: true, text, hits: [hit] }
  }
  return { held: false, text: texts.join(', '), hits: [] }
}

/** Counting always counts full addresses, no matter which part the test reads. */
const withFullAddress = (read: ExactRead): ExactRead =>
  read.kind === 'address' || read.kind === 'envelope' ? { ...read, part: 'all' } : read

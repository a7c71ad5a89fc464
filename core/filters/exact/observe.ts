// One exact test on one message: whether it holds, and what it saw.

import type { Span } from '../../text/spans.ts'
import type { Reading } from '../fields.ts'
import { hitOf } from './compare.ts'
import { valuesRead } from './read.ts'
import type { ExactRead, ExactTest } from './test.ts'

export function observeExact(test: ExactTest, reading: Reading): { held: boolean; text: string; hits: Span[] } {
  const compared = test.counted ? [String(valuesRead(whole(test.read), reading).length)] : valuesRead(test.read, reading)
  for (const text of compared) {
    const hit = hitOf(test, text)
    if (hit) return { held: true, text, hits: [hit] }
  }
  return { held: false, text: compared.join(', '), hits: [] }
}

/** Addresses are counted, whatever part of them is asked for. */
const whole = (read: ExactRead): ExactRead => (read.kind === 'address' || read.kind === 'envelope' ? { ...read, part: 'all' } : read)

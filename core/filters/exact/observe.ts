// One exact test on one message: whether it holds, and what it saw.
import type { Reading } from '../fields.ts'
import type { Observation } from '../observe.ts'
import { hitOf } from './compare.ts'
import { valuesRead } from './read.ts'
import type { ExactTest } from './test.ts'

export function observeExact(test: ExactTest, reading: Reading): Observation {
  const values = valuesRead(test.read, reading)
  const compared = test.counted ? [String(values.length)] : values
  for (const text of compared) {
    const hit = hitOf(test, text)
    if (hit) return { held: true, text, hits: [hit] }
  }
  return { held: false, text: compared.join(', '), hits: [] }
}

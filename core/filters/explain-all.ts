// What every test of a condition saw in a message, also where the answer was known without it: for who wants to change the condition.
import { conditionsIn, howOf, isTest } from './edit.ts'
import { explain, type KnownResult } from './explain.ts'
import type { Explanation } from './explanation.ts'
import type { Reading } from './fields.ts'
import type { Condition } from './tree.ts'

/** A part is null only where `known` says that nobody will find out. */
export function explainAll(condition: Condition, reading: Reading, known?: KnownResult): Explanation {
  if (isTest(condition)) return explain(condition, reading, known)
  const group = howOf(condition)
  const parts = conditionsIn(condition).map(part => explainAll(part, reading, known))
  const decider = group !== 'all'
  const isDecided = parts.some(part => part.held === decider)
  if (!isDecided && parts.some(part => part.held === null)) return { group, held: null, parts }
  return { group, held: isDecided === (group === 'any'), parts }
}

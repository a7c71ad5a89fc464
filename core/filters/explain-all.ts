// Explains every test of a condition, including tests that were not needed for the result, for a person who wants to edit the condition.
import { conditionsIn, groupKindOf, isTest } from './edit.ts'
import { explain, type KnownResult } from './explain.ts'
import type { Explanation } from './explanation.ts'
import type { FilterInput } from './fields.ts'
import type { Condition } from './tree.ts'

/** A part's result is null only if `knownResult` says that it cannot be determined. */
export function explainAll(condition: Condition, input: FilterInput, knownResult?: KnownResult): Explanation {
  if (isTest(condition)) return explain(condition, input, knownResult)
  const group = groupKindOf(condition)
  const parts = conditionsIn(condition).map(part => explainAll(part, input, knownResult))
  const decider = group !== 'all'
  const isDecided = parts.some(part => part.held === decider)
  if (!isDecided && parts.some(part => part.held === null)) return { group, held: null, parts }
  return { group, held: isDecided === (group === 'any'), parts }
}

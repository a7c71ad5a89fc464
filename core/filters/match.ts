// Evaluates a condition on a message directly; this code defines what conditions mean.
import type { FilterInput } from './fields.ts'
import { observe } from './observe.ts'
import type { Condition } from './tree.ts'

/** Text is folded as in fold.ts; a wildcard must match the whole field; with several values one match is enough. */
export function matches(condition: Condition, input: FilterInput): boolean {
  if ('all' in condition) return condition.all.every(part => matches(part, input))
  if ('any' in condition) return condition.any.some(part => matches(part, input))
  if ('none' in condition) return !condition.none.some(part => matches(part, input))
  return observe(condition, input).held
}

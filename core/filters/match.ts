// Whether a condition holds on a message: the meaning of a tree.
import type { Reading } from './fields.ts'
import { observe } from './observe.ts'
import type { Condition } from './tree.ts'

/** Letters compare as in text.ts; a wildcard reads the whole field; several values mean any one of them. */
export function matches(condition: Condition, reading: Reading): boolean {
  if ('all' in condition) return condition.all.every(part => matches(part, reading))
  if ('any' in condition) return condition.any.some(part => matches(part, reading))
  if ('none' in condition) return !condition.none.some(part => matches(part, reading))
  return observe(condition, reading).held
}

// Tells whether a condition asks for anything, or only leaves something out: then nearly every email matches.
import type { Condition } from './tree.ts'

export function asksForSomething(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(asksForSomething)
  if ('any' in condition) return condition.any.length > 0 && condition.any.every(asksForSomething)
  if ('none' in condition) return false
  return condition.operator !== 'is_not' && condition.operator !== 'missing'
}

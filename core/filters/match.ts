// Whether a condition holds on a message.
import type { MailView } from '../message/view.ts'
import { openReading, type Reading } from './fields.ts'
import { holds } from './find.ts'
import type { Condition } from './tree.ts'

/** Letters compare as in text.ts; a wildcard reads the whole field; several values mean any one of them. */
export const matches = (condition: Condition, view: MailView): boolean => matchesReading(condition, openReading(view))

function matchesReading(condition: Condition, reading: Reading): boolean {
  if ('all' in condition) return condition.all.every(part => matchesReading(part, reading))
  if ('any' in condition) return condition.any.some(part => matchesReading(part, reading))
  if ('none' in condition) return !condition.none.some(part => matchesReading(part, reading))
  return holds(condition, reading)
}

// Builds conditions that match every email or none, and groups simplified by them.
import type { Condition } from '../tree.ts'

/** No email is smaller than one byte. */
export const never: Condition = { field: 'size', operator: 'under', bytes: 1 }
export const always: Condition = { none: [never] }

export const isNever = (condition: Condition): boolean =>
  'field' in condition && condition.field === 'size' && condition.operator === 'under' && condition.bytes === 1
export const isAlways = (condition: Condition): boolean =>
  'none' in condition && condition.none.length === 1 && condition.none.every(isNever)

/** A group with one member becomes that member. */
export function allOf(parts: Condition[]): Condition {
  if (parts.some(isNever)) return never
  const remaining = parts.filter(part => !isAlways(part))
  const [single] = remaining
  return single === undefined ? always : remaining.length === 1 ? single : { all: remaining }
}

export function anyOf(parts: Condition[]): Condition {
  if (parts.some(isAlways)) return always
  const remaining = parts.filter(part => !isNever(part))
  const [single] = remaining
  return single === undefined ? never : remaining.length === 1 ? single : { any: remaining }
}

export function noneOf(parts: Condition[]): Condition {
  if (parts.some(isAlways)) return never
  const remaining = parts.filter(part => !isNever(part))
  return remaining.length === 0 ? always : { none: remaining }
}

// Conditions that hold on every mail and on none, and groups without them.
import type { Condition } from '../tree.ts'

/** There is no mail of no octet. */
export const never: Condition = { field: 'size', operator: 'under', bytes: 1 }
export const always: Condition = { none: [never] }

export const isNever = (condition: Condition): boolean =>
  'field' in condition && condition.field === 'size' && condition.operator === 'under' && condition.bytes === 1
export const isAlways = (condition: Condition): boolean =>
  'none' in condition && condition.none.length === 1 && condition.none.every(isNever)

/** A group of one is that one. */
export function allOf(parts: Condition[]): Condition {
  if (parts.some(isNever)) return never
  const left = parts.filter(part => !isAlways(part))
  const [only] = left
  return only === undefined ? always : left.length === 1 ? only : { all: left }
}

export function anyOf(parts: Condition[]): Condition {
  if (parts.some(isAlways)) return always
  const left = parts.filter(part => !isNever(part))
  const [only] = left
  return only === undefined ? never : left.length === 1 ? only : { any: left }
}

export function noneOf(parts: Condition[]): Condition {
  if (parts.some(isAlways)) return never
  const left = parts.filter(part => !isNever(part))
  return left.length === 0 ? always : { none: left }
}

// Limits the size and cost of conditions: deep enough for people, cheap enough to run on every email.
import { conditionsIn } from './edit.ts'
import type { Condition } from './tree.ts'

export const maxDepth = 16
export const maxTests = 500
export const maxValues = 5000
/** The total `conditionCost` of one person's filters: less than a second for the longest email. */
export const maxCost = 5000

/** For a person's named list. */
export const maxListEntries = 10_000
export const maxEntryCharacters = 320

/** A `?` needs a pass over each character, and a regexp an automaton: each costs as much as searching for this many plain values. */
const singleWildcardCost = 20
const patternCost = 20
/** A list is an index lookup, however long it is. */
const listCost = 5

/**
 * The catalog key of the message for the first broken limit, or null. Groups nest at most `maxDepth` deep.
 * Takes any value and never recurses, so that it can run before a recursive parser meets hostile nesting.
 */
export function findBrokenLimit(condition: unknown): string | null {
  const stack = [{ node: condition, depth: 0 }]
  let tests = 0
  let values = 0
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth } = next
    const children = childrenOf(node)
    if (children && depth === maxDepth) return 'filters.too_deep'
    if (children && children.length > maxTests) return 'filters.too_many_tests'
    if (!children) tests += 1
    values += countValues(node)
    if (tests > maxTests) return 'filters.too_many_tests'
    if (values > maxValues) return 'filters.too_many_values'
    for (const part of children ?? []) stack.push({ node: part, depth: depth + 1 })
  }
  return null
}

/** The cost of a condition on the longest email, measured in plain values searched. */
export function conditionCost(condition: Condition): number {
  if (!('field' in condition)) return conditionsIn(condition).reduce((sum, part) => sum + conditionCost(part), 0)
  if ('list' in condition) return listCost
  if (!('values' in condition)) return 1
  const { operator } = condition
  const valueCost = (value: string) =>
    operator === 'regexp' ? patternCost : operator === 'wildcard' && value.includes('?') ? singleWildcardCost : 1
  return condition.values.reduce((sum, value) => sum + valueCost(value), 0)
}

function childrenOf(node: unknown): unknown[] | null {
  if (typeof node !== 'object' || node === null) return null
  const children: unknown = 'all' in node ? node.all : 'any' in node ? node.any : 'none' in node ? node.none : null
  return Array.isArray(children) ? children : null
}

function countValues(node: unknown): number {
  return typeof node === 'object' && node !== null && 'values' in node && Array.isArray(node.values) ? node.values.length : 0
}

// How large a condition may be: deep enough for people, small enough for every mail.
import { conditionsIn } from './edit.ts'
import type { Condition } from './tree.ts'

export const maxDepth = 16
export const maxTests = 500
export const maxValues = 5000
/** What the filters of one person may cost together (`costOf`): less than a second for the longest mail. */
export const maxCost = 5000

/** Of a person's named list. */
export const maxListEntries = 10_000
export const maxEntryCharacters = 320

/** A `?` has a text read letter by letter, and a regexp an automaton walk it: each takes as long as looking for so many values. */
const lettersCost = 20
const patternCost = 20
/** A list is looked up, however long it is. */
const listCost = 5

/**
 * Null, or the words id of the sentence that says which limit is broken. Groups nest `maxDepth` deep.
 * Takes any value and never recurses, so that it can look before a recursive parser meets a hostile depth.
 */
export function withinLimits(condition: unknown): string | null {
  const open = [{ node: condition, depth: 0 }]
  let tests = 0
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    const parts = partsOf(node)
    if (parts && depth === maxDepth) return 'filters.too_deep'
    if (parts && parts.length > maxTests) return 'filters.too_many_tests'
    if (!parts) tests += 1
    values += valuesOf(node)
    if (tests > maxTests) return 'filters.too_many_tests'
    if (values > maxValues) return 'filters.too_many_values'
    for (const part of parts ?? []) open.push({ node: part, depth: depth + 1 })
  }
  return null
}

/** What a condition within the limits asks of the longest mail, in values that are looked for. */
export function costOf(condition: Condition): number {
  if (!('field' in condition)) return conditionsIn(condition).reduce((sum, part) => sum + costOf(part), 0)
  if ('list' in condition) return listCost
  if (!('values' in condition)) return 1
  const { operator } = condition
  const costOfValue = (value: string) =>
    operator === 'regexp' ? patternCost : operator === 'wildcard' && value.includes('?') ? lettersCost : 1
  return condition.values.reduce((sum, value) => sum + costOfValue(value), 0)
}

function partsOf(node: unknown): unknown[] | null {
  if (typeof node !== 'object' || node === null) return null
  const parts: unknown = 'all' in node ? node.all : 'any' in node ? node.any : 'none' in node ? node.none : null
  return Array.isArray(parts) ? parts : null
}

function valuesOf(node: unknown): number {
  return typeof node === 'object' && node !== null && 'values' in node && Array.isArray(node.values) ? node.values.length : 0
}

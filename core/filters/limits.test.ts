// Tests the size limits of conditions.
import { expect, test } from 'vitest'
import { conditionCost, findBrokenLimit } from './limits.ts'
import type { Condition } from './tree.ts'

const one: Condition = { field: 'subject', operator: 'contains', values: ['invoice'] }
const nested = (depth: number): Condition => (depth === 0 ? one : { any: [nested(depth - 1)] })
const wide = (tests: number): Condition => ({
  all: Array.from({ length: tests / 50 }, () => ({ any: Array.from({ length: 50 }, () => one) })),
})
const long = (values: number): Condition => ({
  all: Array.from({ length: values / 50 }, (): Condition => ({ ...one, values: Array.from({ length: 50 }, () => 'a') })),
})

test.each([
  ['a single test', one, null],
  ['sixteen groups deep', nested(16), null],
  ['seventeen groups deep', nested(17), 'filters.too_deep'],
  ['500 tests', wide(500), null],
  ['550 tests', wide(550), 'filters.too_many_tests'],
  ['5000 values', long(5000), null],
  ['5050 values', long(5050), 'filters.too_many_values'],
])('%s', (_, condition, answer) => {
  expect(findBrokenLimit(condition)).toBe(answer)
})

test('a condition costs one unit per value, and more if a text is read character by character', () => {
  const wildcards: Condition = { field: 'body', operator: 'wildcard', values: ['*a*', '*a?b*'] }
  const regexps: Condition = { field: 'body', operator: 'regexp', values: ['a', 'b'] }
  const listed: Condition = { field: 'from', operator: 'in_list', list: 'Friends' }
  expect(conditionCost({ any: [one, { none: [long(100), wildcards] }, { field: 'attachment', operator: 'exists' }] })).toBe(
    1 + 100 + 21 + 1,
  )
  expect(conditionCost({ all: [regexps, listed] })).toBe(40 + 5)
})

test('hostile nesting is rejected without recursion', () => {
  let deep: unknown = one
  for (let i = 0; i < 200_000; i++) deep = { all: [deep] }
  expect(findBrokenLimit(deep)).toBe('filters.too_deep')
})

test('values that are not conditions are left to the parser', () => {
  for (const odd of [null, 7, 'all', { all: 'x' }, { values: 3 }]) expect(findBrokenLimit(odd)).toBeNull()
})

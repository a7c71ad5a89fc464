// Tests the canonical form of conditions: it matches the same emails and contains no duplicates.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import { normalize, simplify } from './normalize.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition } from './tree.ts'

const a: Condition = { field: 'subject', operator: 'contains', values: ['a'] }
const b: Condition = { field: 'body', operator: 'contains', values: ['b'] }
const c: Condition = { field: 'from', operator: 'is', values: ['c'] }
const reply: Condition = { field: 'reply', operator: 'is' }
const noReply: Condition = { field: 'reply', operator: 'is_not' }

test('a normalized condition matches exactly the same emails', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, input) => {
      expect(matches(normalize(condition), input)).toBe(matches(condition, input))
      expect(matches(simplify(condition), input)).toBe(matches(condition, input))
    }),
    { numRuns: 500 },
  )
})

test('normalizing is idempotent and ignores order and repetition', () => {
  fc.assert(
    fc.property(anyCondition, condition => {
      const once = normalize(condition)
      expect(normalize(once)).toEqual(once)
      expect(normalize(turned(condition))).toEqual(once)
      expect(normalize(simplify(condition))).toEqual(once)
      expect(simplify(once)).toEqual(once)
    }),
    { numRuns: 500 },
  )
})

test.each<[string, Condition, Condition]>([
  ['a group in a group of its kind', { all: [a, { all: [b, { all: [c] }] }] }, { all: [c, a, b] }],
  ['a group of one', { any: [{ all: [{ any: [a] }] }] }, a],
  ['the same test twice', { all: [a, b, a] }, { all: [a, b] }],
  ['two values of one field', { any: [a, { ...a, values: [' B ', 'a'] }] }, { ...a, values: ['B', 'a'] }],
  ['what must not hold', { all: [{ none: [a] }, c, { none: [b] }] }, { all: [c, { none: [a, b] }] }],
  ['no twice', { none: [{ none: [a, b] }] }, { any: [a, b] }],
  ['no of one of several', { none: [{ any: [b, a] }] }, { none: [a, b] }],
  ['what has an opposite', { all: [a, { none: [reply, b] }] }, { all: [a, noReply, { none: [b] }] }],
  ['the opposite alone', { none: [noReply] }, reply],
  [
    'a header in other letters',
    { field: 'header', name: ' X-Spam ', operator: 'exists' },
    { field: 'header', name: 'x-spam', operator: 'exists' },
  ],
  [
    'days twice',
    { field: 'weekday', operator: 'in', days: ['tue', 'mon', 'tue'] },
    { field: 'weekday', operator: 'in', days: ['mon', 'tue'] },
  ],
])('%s', (_, condition, normal) => {
  expect(normalize(condition)).toEqual(normal)
})

test('simplifying keeps the original order', () => {
  expect(simplify({ all: [b, { all: [a, c] }] })).toEqual({ all: [b, a, c] })
})

test('values beyond the limit are split over several tests', () => {
  const test = (from: number, to: number): Condition => ({
    field: 'subject',
    operator: 'contains',
    values: Array.from({ length: to - from }, (_, i) => `v${1000 + from + i}`),
  })
  expect(normalize({ any: [test(60, 130), test(0, 90)] })).toEqual({ any: [test(0, 100), test(100, 130)] })
})

/** The same condition, reversed and repeated. */
function turned(condition: Condition): Condition {
  if ('all' in condition) return { all: [...condition.all.map(turned).toReversed(), ...condition.all] }
  if ('any' in condition) return { any: [{ any: condition.any.map(turned).toReversed() }, ...condition.any] }
  if ('none' in condition) return { none: condition.none.map(turned).toReversed() }
  return 'values' in condition ? { ...condition, values: [...condition.values.toReversed(), ...condition.values] } : { all: [condition] }
}

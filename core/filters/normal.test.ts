// The one form of a condition: it holds on the same mails, and says nothing twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import { normalise, simplify } from './normal.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition } from './tree.ts'

const a: Condition = { field: 'subject', operator: 'contains', values: ['a'] }
const b: Condition = { field: 'body', operator: 'contains', values: ['b'] }
const c: Condition = { field: 'from', operator: 'is', values: ['c'] }
const reply: Condition = { field: 'reply', operator: 'is' }
const noReply: Condition = { field: 'reply', operator: 'is_not' }

test('a condition in its one form holds on exactly the same mails', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, reading) => {
      expect(matches(normalise(condition), reading)).toBe(matches(condition, reading))
      expect(matches(simplify(condition), reading)).toBe(matches(condition, reading))
    }),
    { numRuns: 500 },
  )
})

test('the one form of the one form is itself, and order and repetition change nothing', () => {
  fc.assert(
    fc.property(anyCondition, condition => {
      const once = normalise(condition)
      expect(normalise(once)).toEqual(once)
      expect(normalise(turned(condition))).toEqual(once)
      expect(normalise(simplify(condition))).toEqual(once)
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
  expect(normalise(condition)).toEqual(normal)
})

test('without the order, what was said first stays first', () => {
  expect(simplify({ all: [b, { all: [a, c] }] })).toEqual({ all: [b, a, c] })
})

test('more values than a test may have are several tests', () => {
  const test = (from: number, to: number): Condition => ({
    field: 'subject',
    operator: 'contains',
    values: Array.from({ length: to - from }, (_, i) => `v${1000 + from + i}`),
  })
  expect(normalise({ any: [test(60, 130), test(0, 90)] })).toEqual({ any: [test(0, 100), test(100, 130)] })
})

/** The same, said the other way round and twice. */
function turned(condition: Condition): Condition {
  if ('all' in condition) return { all: [...condition.all.map(turned).toReversed(), ...condition.all] }
  if ('any' in condition) return { any: [{ any: condition.any.map(turned).toReversed() }, ...condition.any] }
  if ('none' in condition) return { none: condition.none.map(turned).toReversed() }
  return 'values' in condition ? { ...condition, values: [...condition.values.toReversed(), ...condition.values] } : { all: [condition] }
}

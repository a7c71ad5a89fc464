// Tests finding near misses, with a table of cases and by flipping every test.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionsIn, isTest } from '../edit.ts'
import { anyCondition } from '../testing/random-conditions.fixture.ts'
import type { Condition, Test } from '../tree.ts'
import { failingTest } from './near.ts'

const t = (value: string): Test => ({ field: 'subject', operator: 'contains', values: [value] })
const [a, b, c] = [t('a'), t('b'), t('c')]
const holding =
  (...those: Test[]) =>
  (one: Test) =>
    those.includes(one)

test.each<[string, Condition, Test[], Test | null]>([
  ['a lone test that fails has nothing that speaks for it', a, [], null],
  ['one of two fails', { all: [a, b] }, [a], b],
  ['both fail', { all: [a, b] }, [], null],
  ['an exception catches it', { all: [a, { none: [b] }] }, [a, b], b],
  ['an exception that does not catch it is no evidence', { all: [a, { none: [b] }] }, [], null],
  ['either of two would do', { all: [a, { any: [b, c] }] }, [a], null],
  ['it holds', { all: [a, b] }, [a, b], null],
  ['two exceptions catch it', { all: [a, { none: [b, c] }] }, [a, b, c], null],
])('%s', (_, condition, those, failing) => {
  expect(failingTest(condition, holding(...those))).toBe(failing)
})

test('flipping the failing test makes the condition match, flipping any other does not, and another test speaks for the email', () => {
  let found = 0
  fc.assert(
    fc.property(anyCondition, fc.infiniteStream(fc.boolean()), (condition, answers) => {
      const known = new Map(testsOf(condition).map(one => [one, answers.next().value === true]))
      const failing = failingTest(condition, one => known.get(one) === true)
      if (!failing) return
      found++
      const turned = (which: Test) => holds(condition, one => (one === which) !== (known.get(one) === true))
      expect(testsOf(condition).filter(turned)).toEqual([failing])
      expect(testsOf(condition).some(one => one !== failing && known.get(one))).toBe(true)
    }),
    { numRuns: 1000 },
  )
  expect(found).toBeGreaterThan(20)
})

const testsOf = (condition: Condition): Test[] => (isTest(condition) ? [condition] : conditionsIn(condition).flatMap(testsOf))

function holds(condition: Condition, answer: (test: Test) => boolean): boolean {
  if ('all' in condition) return condition.all.every(part => holds(part, answer))
  if ('any' in condition) return condition.any.some(part => holds(part, answer))
  if ('none' in condition) return !condition.none.some(part => holds(part, answer))
  return answer(condition)
}

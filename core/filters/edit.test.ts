// Tests edits of a condition tree: each changes only its own position.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addTo,
  asGroup,
  blankTest,
  type ConditionGroup,
  changeGroupKind,
  conditionsIn,
  joinExceptions,
  removeAt,
  replaceAt,
  splitExceptions,
  unfinishedPaths,
} from './edit.ts'
import { matches } from './match.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition, Test } from './tree.ts'

const subjectTest = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })
const root: ConditionGroup = { any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('c')] }, { none: [subjectTest('d')] }] }

test('a single test is edited inside a group', () => {
  expect(asGroup(subjectTest('a'))).toEqual({ any: [subjectTest('a')] })
  expect(asGroup(root)).toBe(root)
})

test('replacing a nested condition leaves the rest unchanged', () => {
  expect(replaceAt(root, [1, 1], subjectTest('x'))).toEqual({
    any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('x')] }, { none: [subjectTest('d')] }],
  })
  expect(root).toEqual({ any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('c')] }, { none: [subjectTest('d')] }] })
})

test('a condition is added at the end of its group', () => {
  expect(addTo(root, [1], subjectTest('x'))).toEqual({
    any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('c'), subjectTest('x')] }, { none: [subjectTest('d')] }],
  })
  expect(addTo(root, [], subjectTest('x'))).toEqual({ any: [...conditionsIn(root), subjectTest('x')] })
})

test('a group that loses its last condition is removed, but the root stays', () => {
  expect(removeAt(root, [2, 0])).toEqual({ any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('c')] }] })
  expect(removeAt({ any: [subjectTest('a')] }, [0])).toEqual({ any: [] })
})

test('a group changes its kind in place', () => {
  expect(changeGroupKind(root, [1], 'none')).toEqual({
    any: [subjectTest('a'), { none: [subjectTest('b'), subjectTest('c')] }, { none: [subjectTest('d')] }],
  })
})

test('incomplete tests are listed by path', () => {
  expect(unfinishedPaths(root)).toEqual([])
  expect(
    unfinishedPaths({
      any: [blankTest, { all: [subjectTest('a'), { field: 'header', name: ' ', operator: 'is', values: ['x'] }] }, { none: [] }],
    }),
  ).toEqual([[0], [1, 1], [2]])
})

test.each<[string, Condition, ConditionGroup, Condition[]]>([
  ['no exception', { any: [subjectTest('a')] }, { any: [subjectTest('a')] }, []],
  [
    'an exception to one group',
    { all: [{ any: [subjectTest('a'), subjectTest('b')] }, { none: [subjectTest('c')] }] },
    { any: [subjectTest('a'), subjectTest('b')] },
    [subjectTest('c')],
  ],
  [
    'an exception to several tests',
    { all: [subjectTest('a'), { none: [subjectTest('c')] }] },
    { all: [subjectTest('a')] },
    [subjectTest('c')],
  ],
  [
    'a none among alternatives, which is none',
    { any: [subjectTest('a'), { none: [subjectTest('c')] }] },
    { any: [subjectTest('a'), { none: [subjectTest('c')] }] },
    [],
  ],
  ['a none alone', { all: [{ none: [subjectTest('c')] }] }, { all: [{ none: [subjectTest('c')] }] }, []],
])('a condition is split from its exceptions: %s', (_, condition, main, except) => {
  expect(splitExceptions(condition)).toEqual({ main, except })
})

test('splitting and joining a condition does not change what it matches', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, view) => {
      expect(matches(joinExceptions(splitExceptions(condition)), view)).toBe(matches(condition, view))
    }),
  )
})

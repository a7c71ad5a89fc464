// Editing a condition tree: each change touches its own place and nothing else.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addTo,
  asGroup,
  blankTest,
  type ConditionGroup,
  changeHow,
  conditionsIn,
  join,
  removeAt,
  replaceAt,
  split,
  unfinished,
} from './edit.ts'
import { matches } from './match.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition, Test } from './tree.ts'

const says = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })
const root: ConditionGroup = { any: [says('a'), { all: [says('b'), says('c')] }, { none: [says('d')] }] }

test('a lone test is edited in a group of its own', () => {
  expect(asGroup(says('a'))).toEqual({ any: [says('a')] })
  expect(asGroup(root)).toBe(root)
})

test('a condition deep in the tree is replaced, the rest stays the same', () => {
  expect(replaceAt(root, [1, 1], says('x'))).toEqual({ any: [says('a'), { all: [says('b'), says('x')] }, { none: [says('d')] }] })
  expect(root).toEqual({ any: [says('a'), { all: [says('b'), says('c')] }, { none: [says('d')] }] })
})

test('a condition is added behind the others of its group', () => {
  expect(addTo(root, [1], says('x'))).toEqual({ any: [says('a'), { all: [says('b'), says('c'), says('x')] }, { none: [says('d')] }] })
  expect(addTo(root, [], says('x'))).toEqual({ any: [...conditionsIn(root), says('x')] })
})

test('a group that loses its last condition goes with it, but the root stays', () => {
  expect(removeAt(root, [2, 0])).toEqual({ any: [says('a'), { all: [says('b'), says('c')] }] })
  expect(removeAt({ any: [says('a')] }, [0])).toEqual({ any: [] })
})

test('all becomes none in place', () => {
  expect(changeHow(root, [1], 'none')).toEqual({ any: [says('a'), { none: [says('b'), says('c')] }, { none: [says('d')] }] })
})

test('what says nothing yet is named by its path', () => {
  expect(unfinished(root)).toEqual([])
  expect(
    unfinished({ any: [blankTest, { all: [says('a'), { field: 'header', name: ' ', operator: 'is', values: ['x'] }] }, { none: [] }] }),
  ).toEqual([[0], [1, 1], [2]])
})

test.each<[string, Condition, ConditionGroup, Condition[]]>([
  ['no exception', { any: [says('a')] }, { any: [says('a')] }, []],
  [
    'an exception to one group',
    { all: [{ any: [says('a'), says('b')] }, { none: [says('c')] }] },
    { any: [says('a'), says('b')] },
    [says('c')],
  ],
  ['an exception to several tests', { all: [says('a'), { none: [says('c')] }] }, { all: [says('a')] }, [says('c')]],
  [
    'a none among alternatives, which is none',
    { any: [says('a'), { none: [says('c')] }] },
    { any: [says('a'), { none: [says('c')] }] },
    [],
  ],
  ['a none alone', { all: [{ none: [says('c')] }] }, { all: [{ none: [says('c')] }] }, []],
])('a sentence is told apart from its exception: %s', (_, condition, main, except) => {
  expect(split(condition)).toEqual({ main, except })
})

test('saying a condition as a sentence changes no verdict', () => {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, view) => {
      expect(matches(join(split(condition)), view)).toBe(matches(condition, view))
    }),
  )
})

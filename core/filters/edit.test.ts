// Editing a condition tree: each change touches its own place and nothing else.
import { expect, test } from 'vitest'
import { addTo, asGroup, blankTest, changeHow, type Group, membersOf, removeAt, replaceAt, unfinished } from './edit.ts'
import type { Test } from './tree.ts'

const says = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })
const root: Group = { any: [says('a'), { all: [says('b'), says('c')] }, { none: [says('d')] }] }

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
  expect(addTo(root, [], says('x'))).toEqual({ any: [...membersOf(root), says('x')] })
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

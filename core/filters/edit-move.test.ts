// Tests moving conditions: nothing is lost, nothing is duplicated, and moving back restores the tree.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asGroup,
  type ConditionGroup,
  type ConditionPath,
  conditionsIn,
  finishedPart,
  fromEditorRoot,
  isTest,
  toEditorRoot,
} from './edit.ts'
import { conditionAt, duplicateAt, findPath, moveByOne, moveTo, wrapAt } from './edit-move.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import type { Condition, Test } from './tree.ts'

const subjectTest = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })
const root: ConditionGroup = {
  all: [{ any: [subjectTest('a'), { all: [subjectTest('b'), subjectTest('c')] }, subjectTest('d')] }, { none: [subjectTest('e')] }],
}
const main = (moved: ConditionGroup) => conditionsIn(moved)[0]

test('a condition moves before another in its group', () => {
  expect(moveTo(root, [0, 2], [0, 0], 1)).toEqual({
    root: {
      all: [{ any: [subjectTest('d'), subjectTest('a'), { all: [subjectTest('b'), subjectTest('c')] }] }, { none: [subjectTest('e')] }],
    },
    path: [0, 0],
  })
})

test('a condition moves into a group and out of it', () => {
  const moved = moveTo(root, [0, 0], [0, 1, 1], 1)
  expect(main(moved.root)).toEqual({ any: [{ all: [subjectTest('b'), subjectTest('a'), subjectTest('c')] }, subjectTest('d')] })
  expect(moved.path).toEqual([0, 0, 1])
  expect(main(moveTo(root, [0, 1, 0], [0, 0], 1).root)).toEqual({
    any: [subjectTest('b'), subjectTest('a'), { all: [subjectTest('c')] }, subjectTest('d')],
  })
})

test('an emptied group is removed, but the exceptions stay even if empty', () => {
  const moved = moveTo(root, [1, 0], [0, 0], 1)
  expect(moved.root).toEqual({ all: [{ any: [subjectTest('e'), ...conditionsIn(asGroup(main(root) ?? subjectTest('')))] }, { none: [] }] })
  expect(fromEditorRoot(moved.root)).toEqual(main(moved.root))
})

test('a group cannot move into itself', () => {
  expect(moveTo(root, [0, 1], [0, 1, 0], 1)).toEqual({ root, path: [0, 1] })
})

test('moving step by step takes a condition through the next group and stops at the end', () => {
  const paths: ConditionPath[] = [[0, 0]]
  let now: ConditionGroup = root
  for (let i = 0; i < 6; i++) {
    const next = moveByOne(now, paths.at(-1) ?? [], 1, 1)
    now = next.root
    paths.push(next.path)
  }
  expect(paths).toEqual([
    [0, 0],
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
    [0, 1],
    [0, 2],
    [0, 2],
  ])
})

test('duplicating inserts a copy after the condition, and wrapping makes a group of one', () => {
  expect(main(duplicateAt(root, [0, 0]).root)).toMatchObject({ any: [subjectTest('a'), subjectTest('a'), {}, subjectTest('d')] })
  expect(main(wrapAt(root, [0, 0], 'none'))).toMatchObject({ any: [{ none: [subjectTest('a')] }, {}, subjectTest('d')] })
})

const testsIn = (condition: Condition): string[] =>
  isTest(condition) ? [JSON.stringify(condition)] : conditionsIn(condition).flatMap(testsIn)
const pathsIn = (group: ConditionGroup, above: ConditionPath = []): ConditionPath[] =>
  conditionsIn(group).flatMap((member, index) => [[...above, index], ...(isTest(member) ? [] : pathsIn(member, [...above, index]))])

test('after any move every test is present once, and the moved one is at the returned path', () => {
  fc.assert(
    fc.property(anyCondition, fc.nat(), fc.nat(), (condition, a, b) => {
      const opened = toEditorRoot(condition)
      const paths = pathsIn(opened).filter(path => path.length > 1)
      const from = paths[a % paths.length] ?? []
      const to = paths[b % paths.length] ?? []
      const before = conditionAt(opened, from)
      const moved = moveTo(opened, from, to, 1)
      expect(testsIn(moved.root).toSorted()).toEqual(testsIn(opened).toSorted())
      expect(conditionAt(moved.root, moved.path)).toBe(before)
      if (before) expect(findPath(moved.root, before)).not.toBeNull()
    }),
    { numRuns: 300 },
  )
})

test('incomplete tests are left out', () => {
  expect(finishedPart({ any: [subjectTest('a'), { field: 'subject', operator: 'contains', values: [] }, { all: [] }] })).toEqual({
    any: [subjectTest('a')],
  })
  expect(finishedPart({ any: [{ field: 'from', operator: 'in_list', list: ' ' }] })).toBeNull()
})

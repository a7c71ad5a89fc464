// Moving conditions about: nothing is lost, nothing is doubled, and the way back leads back.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asGroup, type ConditionGroup, type ConditionPath, closeSentence, conditionsIn, finished, isTest, openSentence } from './edit.ts'
import { at, doubleAt, moveTo, pathOf, step, wrapAt } from './edit-move.ts'
import { anyCondition } from './testing/random-conditions.fixture.ts'
import type { Condition, Test } from './tree.ts'

const says = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })
const root: ConditionGroup = { all: [{ any: [says('a'), { all: [says('b'), says('c')] }, says('d')] }, { none: [says('e')] }] }
const main = (moved: ConditionGroup) => conditionsIn(moved)[0]

test('a condition moves before another of its group', () => {
  expect(moveTo(root, [0, 2], [0, 0], 1)).toEqual({
    root: { all: [{ any: [says('d'), says('a'), { all: [says('b'), says('c')] }] }, { none: [says('e')] }] },
    path: [0, 0],
  })
})

test('a condition moves into a group, and out of it', () => {
  const moved = moveTo(root, [0, 0], [0, 1, 1], 1)
  expect(main(moved.root)).toEqual({ any: [{ all: [says('b'), says('a'), says('c')] }, says('d')] })
  expect(moved.path).toEqual([0, 0, 1])
  expect(main(moveTo(root, [0, 1, 0], [0, 0], 1).root)).toEqual({ any: [says('b'), says('a'), { all: [says('c')] }, says('d')] })
})

test('a group that is emptied goes; the exceptions stay, though empty', () => {
  const moved = moveTo(root, [1, 0], [0, 0], 1)
  expect(moved.root).toEqual({ all: [{ any: [says('e'), ...conditionsIn(asGroup(main(root) ?? says('')))] }, { none: [] }] })
  expect(closeSentence(moved.root)).toEqual(main(moved.root))
})

test('nothing moves into itself', () => {
  expect(moveTo(root, [0, 1], [0, 1, 0], 1)).toEqual({ root, path: [0, 1] })
})

test('step by step a condition passes through the group below it, and stays at the end', () => {
  const paths: ConditionPath[] = [[0, 0]]
  let now: ConditionGroup = root
  for (let i = 0; i < 6; i++) {
    const next = step(now, paths.at(-1) ?? [], 1, 1)
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

test('doubling puts a copy behind, and wrapping makes a group of one', () => {
  expect(main(doubleAt(root, [0, 0]).root)).toMatchObject({ any: [says('a'), says('a'), {}, says('d')] })
  expect(main(wrapAt(root, [0, 0], 'none'))).toMatchObject({ any: [{ none: [says('a')] }, {}, says('d')] })
})

const testsIn = (condition: Condition): string[] =>
  isTest(condition) ? [JSON.stringify(condition)] : conditionsIn(condition).flatMap(testsIn)
const pathsIn = (group: ConditionGroup, above: ConditionPath = []): ConditionPath[] =>
  conditionsIn(group).flatMap((member, index) => [[...above, index], ...(isTest(member) ? [] : pathsIn(member, [...above, index]))])

test('whatever is moved wherever, every test is there once, and the moved one is where it says', () => {
  fc.assert(
    fc.property(anyCondition, fc.nat(), fc.nat(), (condition, a, b) => {
      const opened = openSentence(condition)
      const paths = pathsIn(opened).filter(path => path.length > 1)
      const from = paths[a % paths.length] ?? []
      const to = paths[b % paths.length] ?? []
      const before = at(opened, from)
      const moved = moveTo(opened, from, to, 1)
      expect(testsIn(moved.root).toSorted()).toEqual(testsIn(opened).toSorted())
      expect(at(moved.root, moved.path)).toBe(before)
      if (before) expect(pathOf(moved.root, before)).not.toBeNull()
    }),
    { numRuns: 300 },
  )
})

test('what says nothing yet is left out of what is typed', () => {
  expect(finished({ any: [says('a'), { field: 'subject', operator: 'contains', values: [] }, { all: [] }] })).toEqual({ any: [says('a')] })
  expect(finished({ any: [{ field: 'from', operator: 'in_list', list: ' ' }] })).toBeNull()
})

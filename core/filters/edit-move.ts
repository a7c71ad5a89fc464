// Moves, duplicates and wraps conditions while a person edits a tree; returns the new tree and the new path of the condition.
import {
  addTo,
  type ConditionGroup,
  type ConditionPath,
  conditionsIn,
  type GroupKind,
  groupKindOf,
  isTest,
  makeGroup,
  removeAt,
  replaceAt,
} from './edit.ts'
import type { Condition } from './tree.ts'

export interface Moved {
  root: ConditionGroup
  path: ConditionPath
}

/** An empty `none` marks the old position, so that the paths of its siblings do not shift while the condition is inserted. */
export function moveTo(root: ConditionGroup, from: ConditionPath, to: ConditionPath, protectedDepth = 0): Moved {
  const condition = conditionAt(root, from)
  if (!condition || isWithin(to, from) || isSame(to, from)) return { root, path: from }
  const gap: Condition = { none: [] }
  const marked = insertAt(replaceAt(root, from, gap), to, condition)
  const gapPath = findPath(marked, gap)
  const moved = gapPath ? removeAt(marked, gapPath, protectedDepth) : marked
  return { root: moved, path: findPath(moved, condition) ?? from }
}

/** Moves a condition one position up or down; past the end of its group it moves out into the enclosing group. */
export function moveByOne(root: ConditionGroup, path: ConditionPath, by: 1 | -1, protectedDepth = 0): Moved {
  const parent = path.slice(0, -1)
  const index = path.at(-1) ?? 0
  const group = conditionAt(root, parent)
  if (!group || isTest(group)) return { root, path }
  const next = index + by
  const neighbor = conditionsIn(group)[next]
  if (neighbor && !isTest(neighbor)) {
    return moveTo(root, path, [...parent, next, by > 0 ? 0 : conditionsIn(neighbor).length], protectedDepth)
  }
  if (neighbor) return moveTo(root, path, [...parent, by > 0 ? next + 1 : next], protectedDepth)
  if (parent.length <= protectedDepth) return { root, path }
  const last = parent.at(-1) ?? 0
  return moveTo(root, path, [...parent.slice(0, -1), by > 0 ? last + 1 : last], protectedDepth)
}

export function insertAt(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const parent = path.slice(0, -1)
  const group = conditionAt(root, parent)
  if (!group || isTest(group)) return root
  const members = conditionsIn(group)
  const index = path.at(-1) ?? members.length
  if (index >= members.length) return addTo(root, parent, condition)
  return replaceAt(root, parent, makeGroup(groupKindOf(group), members.toSpliced(index, 0, condition)))
}

/** Inserts a copy right after the condition. */
export function duplicateAt(root: ConditionGroup, path: ConditionPath): Moved {
  const condition = conditionAt(root, path)
  const pathAfter = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
  return condition ? { root: insertAt(root, pathAfter, copyCondition(condition)), path: pathAfter } : { root, path }
}

const copyCondition = (condition: Condition): Condition =>
  isTest(condition) ? { ...condition } : makeGroup(groupKindOf(condition), conditionsIn(condition).map(copyCondition))

/** Wraps a condition in a new group. */
export function wrapAt(root: ConditionGroup, path: ConditionPath, kind: GroupKind): ConditionGroup {
  const condition = conditionAt(root, path)
  return condition ? replaceAt(root, path, makeGroup(kind, [condition])) : root
}

/** The condition at a path, or undefined. */
export function conditionAt(root: ConditionGroup, path: ConditionPath): Condition | undefined {
  return path.reduce<Condition | undefined>((node, index) => (node && !isTest(node) ? conditionsIn(node)[index] : undefined), root)
}

/** The path of this condition, compared by identity. */
export function findPath(root: ConditionGroup, condition: Condition, parentPath: ConditionPath = []): ConditionPath | null {
  for (const [index, member] of conditionsIn(root).entries()) {
    if (member === condition) return [...parentPath, index]
    const found = isTest(member) ? null : findPath(member, condition, [...parentPath, index])
    if (found) return found
  }
  return null
}

const isSame = (a: ConditionPath, b: ConditionPath) => a.length === b.length && a.every((index, i) => index === b[i])
const isWithin = (path: ConditionPath, ancestor: ConditionPath) =>
  path.length > ancestor.length && ancestor.every((index, i) => index === path[i])

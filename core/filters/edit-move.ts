// Moving, doubling and wrapping conditions while a person edits a tree: each gives a new tree and where the condition stands in it.
import {
  addTo,
  type ConditionGroup,
  type ConditionPath,
  conditionsIn,
  type GroupKind,
  groupOf,
  howOf,
  isTest,
  removeAt,
  replaceAt,
} from './edit.ts'
import type { Condition } from './tree.ts'

export interface Moved {
  root: ConditionGroup
  path: ConditionPath
}

/** `none` with nothing in it stands in for the moved one, so that places before and behind it stay what they are. */
export function moveTo(root: ConditionGroup, from: ConditionPath, to: ConditionPath, kept = 0): Moved {
  const condition = at(root, from)
  if (!condition || isWithin(to, from) || isSame(to, from)) return { root, path: from }
  const gap: Condition = { none: [] }
  const marked = insertAt(replaceAt(root, from, gap), to, condition)
  const hole = pathOf(marked, gap)
  const moved = hole ? removeAt(marked, hole, kept) : marked
  return { root: moved, path: pathOf(moved, condition) ?? from }
}

/** One step up or down among its neighbours; at the end of a group out of it, into the one around it. */
export function step(root: ConditionGroup, path: ConditionPath, by: 1 | -1, kept = 0): Moved {
  const parent = path.slice(0, -1)
  const here = path.at(-1) ?? 0
  const group = at(root, parent)
  if (!group || isTest(group)) return { root, path }
  const next = here + by
  const neighbour = conditionsIn(group)[next]
  if (neighbour && !isTest(neighbour)) {
    return moveTo(root, path, [...parent, next, by > 0 ? 0 : conditionsIn(neighbour).length], kept)
  }
  if (neighbour) return moveTo(root, path, [...parent, by > 0 ? next + 1 : next], kept)
  if (parent.length <= kept) return { root, path }
  const last = parent.at(-1) ?? 0
  return moveTo(root, path, [...parent.slice(0, -1), by > 0 ? last + 1 : last], kept)
}

export function insertAt(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const parent = path.slice(0, -1)
  const group = at(root, parent)
  if (!group || isTest(group)) return root
  const members = conditionsIn(group)
  const index = path.at(-1) ?? members.length
  if (index >= members.length) return addTo(root, parent, condition)
  return replaceAt(root, parent, groupOf(howOf(group), members.toSpliced(index, 0, condition)))
}

/** The same again, right behind it. */
export function doubleAt(root: ConditionGroup, path: ConditionPath): Moved {
  const condition = at(root, path)
  const behind = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
  return condition ? { root: insertAt(root, behind, copyOf(condition)), path: behind } : { root, path }
}

const copyOf = (condition: Condition): Condition =>
  isTest(condition) ? { ...condition } : groupOf(howOf(condition), conditionsIn(condition).map(copyOf))

/** Puts a condition into a group of its own. */
export function wrapAt(root: ConditionGroup, path: ConditionPath, how: GroupKind): ConditionGroup {
  const condition = at(root, path)
  return condition ? replaceAt(root, path, groupOf(how, [condition])) : root
}

/** The condition at a path; undefined where there is none. */
export function at(root: ConditionGroup, path: ConditionPath): Condition | undefined {
  return path.reduce<Condition | undefined>((node, index) => (node && !isTest(node) ? conditionsIn(node)[index] : undefined), root)
}

/** Where this very condition stands. */
export function pathOf(root: ConditionGroup, condition: Condition, above: ConditionPath = []): ConditionPath | null {
  for (const [index, member] of conditionsIn(root).entries()) {
    if (member === condition) return [...above, index]
    const found = isTest(member) ? null : pathOf(member, condition, [...above, index])
    if (found) return found
  }
  return null
}

const isSame = (a: ConditionPath, b: ConditionPath) => a.length === b.length && a.every((index, place) => index === b[place])
const isWithin = (path: ConditionPath, of: ConditionPath) => path.length > of.length && of.every((index, place) => index === path[place])

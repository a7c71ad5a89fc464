// Moving, doubling and wrapping conditions while a person edits a tree: each gives a new tree and where the condition stands in it.
import { addTo, type Group, groupOf, type How, howOf, isTest, membersOf, type Path, removeAt, replaceAt } from './edit.ts'
import type { Condition } from './tree.ts'

export interface Moved {
  root: Group
  path: Path
}

/** `none` with nothing in it stands in for the moved one, so that places before and behind it stay what they are. */
export function moveTo(root: Group, from: Path, to: Path, kept = 0): Moved {
  const condition = at(root, from)
  if (!condition || isWithin(to, from) || isSame(to, from)) return { root, path: from }
  const gap: Condition = { none: [] }
  const marked = insertAt(replaceAt(root, from, gap), to, condition)
  const hole = pathOf(marked, gap)
  const moved = hole ? removeAt(marked, hole, kept) : marked
  return { root: moved, path: pathOf(moved, condition) ?? from }
}

/** One step up or down among its neighbours; at the end of a group out of it, into the one around it. */
export function step(root: Group, path: Path, by: 1 | -1, kept = 0): Moved {
  const parent = path.slice(0, -1)
  const here = path.at(-1) ?? 0
  const group = at(root, parent)
  if (!group || isTest(group)) return { root, path }
  const next = here + by
  const neighbour = membersOf(group)[next]
  if (neighbour && !isTest(neighbour)) {
    return moveTo(root, path, [...parent, next, by > 0 ? 0 : membersOf(neighbour).length], kept)
  }
  if (neighbour) return moveTo(root, path, [...parent, by > 0 ? next + 1 : next], kept)
  if (parent.length <= kept) return { root, path }
  const last = parent.at(-1) ?? 0
  return moveTo(root, path, [...parent.slice(0, -1), by > 0 ? last + 1 : last], kept)
}

export function insertAt(root: Group, path: Path, condition: Condition): Group {
  const parent = path.slice(0, -1)
  const group = at(root, parent)
  if (!group || isTest(group)) return root
  const members = membersOf(group)
  const index = path.at(-1) ?? members.length
  if (index >= members.length) return addTo(root, parent, condition)
  return replaceAt(root, parent, groupOf(howOf(group), members.toSpliced(index, 0, condition)))
}

/** The same again, right behind it. */
export function doubleAt(root: Group, path: Path): Moved {
  const condition = at(root, path)
  const behind = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
  return condition ? { root: insertAt(root, behind, copyOf(condition)), path: behind } : { root, path }
}

const copyOf = (condition: Condition): Condition =>
  isTest(condition) ? { ...condition } : groupOf(howOf(condition), membersOf(condition).map(copyOf))

/** Puts a condition into a group of its own. */
export function wrapAt(root: Group, path: Path, how: How): Group {
  const condition = at(root, path)
  return condition ? replaceAt(root, path, groupOf(how, [condition])) : root
}

/** The condition at a path; undefined where there is none. */
export function at(root: Group, path: Path): Condition | undefined {
  return path.reduce<Condition | undefined>((node, index) => (node && !isTest(node) ? membersOf(node)[index] : undefined), root)
}

/** Where this very condition stands. */
export function pathOf(root: Group, condition: Condition, above: Path = []): Path | null {
  for (const [index, member] of membersOf(root).entries()) {
    if (member === condition) return [...above, index]
    const found = isTest(member) ? null : pathOf(member, condition, [...above, index])
    if (found) return found
  }
  return null
}

const isSame = (a: Path, b: Path) => a.length === b.length && a.every((index, place) => index === b[place])
const isWithin = (path: Path, of: Path) => path.length > of.length && of.every((index, place) => index === path[place])

// Edits a condition tree; each function returns a new tree.
import { missingIn } from './edit-test.ts'
import type { Condition, Test } from './tree.ts'

export type ConditionGroup = Exclude<Condition, Test>
export type GroupKind = 'all' | 'any' | 'none'
/** The index in each group on the way from the root to a condition; empty for the root. */
export type ConditionPath = readonly number[]

export const isTest = (condition: Condition): condition is Test => 'field' in condition

export const groupKindOf = (group: ConditionGroup): GroupKind => ('all' in group ? 'all' : 'any' in group ? 'any' : 'none')

export const conditionsIn = (group: ConditionGroup): Condition[] => ('all' in group ? group.all : 'any' in group ? group.any : group.none)

export function makeGroup(kind: GroupKind, members: Condition[]): ConditionGroup {
  if (kind === 'all') return { all: members }
  return kind === 'any' ? { any: members } : { none: members }
}

/** Wraps a single test in a group, so that an editor always works on a group. */
export const asGroup = (condition: Condition): ConditionGroup => (isTest(condition) ? { any: [condition] } : condition)

/** A condition in two parts, as a person would say it: what must match, and the exceptions. */
export interface ReadableCondition {
  main: ConditionGroup
  except: Condition[]
}

/** A `none` at the end of an `all` becomes the exceptions; any other condition has none. */
export function splitExceptions(condition: Condition): ReadableCondition {
  const root = asGroup(condition)
  const last = 'all' in root ? root.all.at(-1) : undefined
  if (!('all' in root) || !last || !('none' in last) || root.all.length < 2) return { main: root, except: [] }
  const rest = root.all.slice(0, -1)
  const [single] = rest
  return { main: single && rest.length === 1 && !isTest(single) ? single : { all: rest }, except: last.none }
}

/** The condition that matches exactly when `main` does and nothing in `except` does. */
export function joinExceptions({ main, except }: ReadableCondition): ConditionGroup {
  if (except.length === 0) return main
  return { all: [...('all' in main ? main.all : [main]), { none: except }] }
}

/** The root that the editor works on: what must match is at [0], the exceptions at [1]; either may be empty. */
export function toEditorRoot(condition: Condition): ConditionGroup {
  const { main, except } = splitExceptions(condition)
  return { all: [main, { none: except }] }
}

/** Converts the editor's root back into a condition. */
export function fromEditorRoot(root: ConditionGroup): ConditionGroup {
  const [main, except] = conditionsIn(root)
  return joinExceptions({ main: main ? asGroup(main) : { any: [] }, except: except && !isTest(except) ? conditionsIn(except) : [] })
}

export const blankTest: Test = { field: 'subject', operator: 'contains', values: [] }

export function replaceAt(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const [first, ...rest] = path
  if (first === undefined) return asGroup(condition)
  return makeGroup(
    groupKindOf(root),
    conditionsIn(root).map((member, i) =>
      i !== first ? member : rest.length === 0 || isTest(member) ? condition : replaceAt(member, rest, condition),
    ),
  )
}

export function addTo(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, makeGroup(groupKindOf(group), [...conditionsIn(group), condition])) : root
}

/** Removes a condition, and its group if that becomes empty, unless the group is at `protectedDepth` or above (0 is the root). */
export function removeAt(root: ConditionGroup, path: ConditionPath, protectedDepth = 0): ConditionGroup {
  const parentPath = path.slice(0, -1)
  const parent = groupAt(root, parentPath)
  if (!parent || path.length === 0) return root
  const remaining = conditionsIn(parent).filter((_, i) => i !== path.at(-1))
  if (remaining.length === 0 && parentPath.length > protectedDepth) return removeAt(root, parentPath, protectedDepth)
  return replaceAt(root, parentPath, makeGroup(groupKindOf(parent), remaining))
}

export function changeGroupKind(root: ConditionGroup, path: ConditionPath, kind: GroupKind): ConditionGroup {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, makeGroup(kind, conditionsIn(group))) : root
}

/** The paths of incomplete tests and empty groups. */
export function unfinishedPaths(root: ConditionGroup, path: ConditionPath = []): ConditionPath[] {
  return conditionsIn(root).flatMap((member, i) => {
    const memberPath = [...path, i]
    if (!isTest(member)) return conditionsIn(member).length === 0 ? [memberPath] : unfinishedPaths(member, memberPath)
    return missingIn(member) ? [memberPath] : []
  })
}

/** The complete part of a condition; null if nothing is complete. */
export function finishedPart(condition: Condition): Condition | null {
  if (isTest(condition)) return missingIn(condition) ? null : condition
  const members = conditionsIn(condition).flatMap(member => finishedPart(member) ?? [])
  return members.length > 0 ? makeGroup(groupKindOf(condition), members) : null
}

function groupAt(root: ConditionGroup, path: ConditionPath): ConditionGroup | undefined {
  const [first, ...rest] = path
  if (first === undefined) return root
  const member = conditionsIn(root)[first]
  return member && !isTest(member) ? groupAt(member, rest) : undefined
}

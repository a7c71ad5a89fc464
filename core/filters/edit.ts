// Changes to a condition tree while a person edits it: each gives a new tree.
import { missingIn } from './edit-test.ts'
import type { Condition, Test } from './tree.ts'

export type ConditionGroup = Exclude<Condition, Test>
export type GroupKind = 'all' | 'any' | 'none'
/** Where a condition stands: the index in each group on the way to it; empty is the root. */
export type ConditionPath = readonly number[]

export const isTest = (condition: Condition): condition is Test => 'field' in condition

export const howOf = (group: ConditionGroup): GroupKind => ('all' in group ? 'all' : 'any' in group ? 'any' : 'none')

export const conditionsIn = (group: ConditionGroup): Condition[] => ('all' in group ? group.all : 'any' in group ? group.any : group.none)

export function groupOf(how: GroupKind, members: Condition[]): ConditionGroup {
  if (how === 'all') return { all: members }
  return how === 'any' ? { any: members } : { none: members }
}

/** The root that an editor works on: a lone test stands in a group of one. */
export const asGroup = (condition: Condition): ConditionGroup => (isTest(condition) ? { any: [condition] } : condition)

/** A condition as a person says it: what must hold, and what must not. */
export interface ReadableCondition {
  main: ConditionGroup
  except: Condition[]
}

/** A `none` at the end of an `all` is the exception; anything else is all of the sentence. */
export function split(condition: Condition): ReadableCondition {
  const root = asGroup(condition)
  const last = 'all' in root ? root.all.at(-1) : undefined
  if (!('all' in root) || !last || !('none' in last) || root.all.length < 2) return { main: root, except: [] }
  const rest = root.all.slice(0, -1)
  const [only] = rest
  return { main: only && rest.length === 1 && !isTest(only) ? only : { all: rest }, except: last.none }
}

/** The condition that holds exactly when `main` does and nothing of `except`. */
export function join({ main, except }: ReadableCondition): ConditionGroup {
  if (except.length === 0) return main
  return { all: [...('all' in main ? main.all : [main]), { none: except }] }
}

/** The root that an editor works on: what must hold stands at [0], what must not at [1]; either may be empty. */
export function openSentence(condition: Condition): ConditionGroup {
  const { main, except } = split(condition)
  return { all: [main, { none: except }] }
}

/** The condition of such a root. */
export function closeSentence(root: ConditionGroup): ConditionGroup {
  const [main, except] = conditionsIn(root)
  return join({ main: main ? asGroup(main) : { any: [] }, except: except && !isTest(except) ? conditionsIn(except) : [] })
}

export const blankTest: Test = { field: 'subject', operator: 'contains', values: [] }

export function replaceAt(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const [first, ...rest] = path
  if (first === undefined) return asGroup(condition)
  return groupOf(
    howOf(root),
    conditionsIn(root).map((member, i) =>
      i !== first ? member : rest.length === 0 || isTest(member) ? condition : replaceAt(member, rest, condition),
    ),
  )
}

export function addTo(root: ConditionGroup, path: ConditionPath, condition: Condition): ConditionGroup {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, groupOf(howOf(group), [...conditionsIn(group), condition])) : root
}

/** Takes a condition out; a group that is left empty goes with it, unless it stands `kept` deep or less (0 is the root). */
export function removeAt(root: ConditionGroup, path: ConditionPath, kept = 0): ConditionGroup {
  const parentPath = path.slice(0, -1)
  const parent = groupAt(root, parentPath)
  if (!parent || path.length === 0) return root
  const left = conditionsIn(parent).filter((_, i) => i !== path.at(-1))
  if (left.length === 0 && parentPath.length > kept) return removeAt(root, parentPath, kept)
  return replaceAt(root, parentPath, groupOf(howOf(parent), left))
}

export function changeHow(root: ConditionGroup, path: ConditionPath, how: GroupKind): ConditionGroup {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, groupOf(how, conditionsIn(group))) : root
}

/** The tests that say nothing yet, by their path. */
export function unfinished(root: ConditionGroup, path: ConditionPath = []): ConditionPath[] {
  return conditionsIn(root).flatMap((member, i) => {
    const here = [...path, i]
    if (!isTest(member)) return conditionsIn(member).length === 0 ? [here] : unfinished(member, here)
    return missingIn(member) ? [here] : []
  })
}

/** What of a condition says something already; null where nothing does. */
export function finished(condition: Condition): Condition | null {
  if (isTest(condition)) return missingIn(condition) ? null : condition
  const members = conditionsIn(condition).flatMap(member => finished(member) ?? [])
  return members.length > 0 ? groupOf(howOf(condition), members) : null
}

function groupAt(root: ConditionGroup, path: ConditionPath): ConditionGroup | undefined {
  const [first, ...rest] = path
  if (first === undefined) return root
  const member = conditionsIn(root)[first]
  return member && !isTest(member) ? groupAt(member, rest) : undefined
}

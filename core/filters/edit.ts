// Changes to a condition tree while a person edits it: each gives a new tree.
import { missingIn } from './edit-test.ts'
import type { Condition, Test } from './tree.ts'

export type Group = Exclude<Condition, Test>
export type How = 'all' | 'any' | 'none'
/** Where a condition stands: the index in each group on the way to it; empty is the root. */
export type Path = readonly number[]

export const isTest = (condition: Condition): condition is Test => 'field' in condition

export const howOf = (group: Group): How => ('all' in group ? 'all' : 'any' in group ? 'any' : 'none')

export const membersOf = (group: Group): Condition[] => ('all' in group ? group.all : 'any' in group ? group.any : group.none)

export function groupOf(how: How, members: Condition[]): Group {
  if (how === 'all') return { all: members }
  return how === 'any' ? { any: members } : { none: members }
}

/** The root that an editor works on: a lone test stands in a group of one. */
export const asGroup = (condition: Condition): Group => (isTest(condition) ? { any: [condition] } : condition)

/** A condition as a person says it: what must hold, and what must not. */
export interface Sentence {
  main: Group
  except: Condition[]
}

/** A `none` at the end of an `all` is the exception; anything else is all of the sentence. */
export function split(condition: Condition): Sentence {
  const root = asGroup(condition)
  const last = 'all' in root ? root.all.at(-1) : undefined
  if (!('all' in root) || !last || !('none' in last) || root.all.length < 2) return { main: root, except: [] }
  const rest = root.all.slice(0, -1)
  const [only] = rest
  return { main: only && rest.length === 1 && !isTest(only) ? only : { all: rest }, except: last.none }
}

/** The condition that holds exactly when `main` does and nothing of `except`. */
export function join({ main, except }: Sentence): Group {
  if (except.length === 0) return main
  return { all: [...('all' in main ? main.all : [main]), { none: except }] }
}

/** The root that an editor works on: what must hold stands at [0], what must not at [1]; either may be empty. */
export function openSentence(condition: Condition): Group {
  const { main, except } = split(condition)
  return { all: [main, { none: except }] }
}

/** The condition of such a root. */
export function closeSentence(root: Group): Group {
  const [main, except] = membersOf(root)
  return join({ main: main ? asGroup(main) : { any: [] }, except: except && !isTest(except) ? membersOf(except) : [] })
}

export const blankTest: Test = { field: 'subject', operator: 'contains', values: [] }

export function replaceAt(root: Group, path: Path, condition: Condition): Group {
  const [first, ...rest] = path
  if (first === undefined) return asGroup(condition)
  return groupOf(
    howOf(root),
    membersOf(root).map((member, i) =>
      i !== first ? member : rest.length === 0 || isTest(member) ? condition : replaceAt(member, rest, condition),
    ),
  )
}

export function addTo(root: Group, path: Path, condition: Condition): Group {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, groupOf(howOf(group), [...membersOf(group), condition])) : root
}

/** Takes a condition out; a group that is left empty goes with it, unless it stands `kept` deep or less (0 is the root). */
export function removeAt(root: Group, path: Path, kept = 0): Group {
  const parentPath = path.slice(0, -1)
  const parent = groupAt(root, parentPath)
  if (!parent || path.length === 0) return root
  const left = membersOf(parent).filter((_, i) => i !== path.at(-1))
  if (left.length === 0 && parentPath.length > kept) return removeAt(root, parentPath, kept)
  return replaceAt(root, parentPath, groupOf(howOf(parent), left))
}

export function changeHow(root: Group, path: Path, how: How): Group {
  const group = groupAt(root, path)
  return group ? replaceAt(root, path, groupOf(how, membersOf(group))) : root
}

/** The tests that say nothing yet, by their path. */
export function unfinished(root: Group, path: Path = []): Path[] {
  return membersOf(root).flatMap((member, i) => {
    const here = [...path, i]
    if (!isTest(member)) return membersOf(member).length === 0 ? [here] : unfinished(member, here)
    return missingIn(member) ? [here] : []
  })
}

/** What of a condition says something already; null where nothing does. */
export function finished(condition: Condition): Condition | null {
  if (isTest(condition)) return missingIn(condition) ? null : condition
  const members = membersOf(condition).flatMap(member => finished(member) ?? [])
  return members.length > 0 ? groupOf(howOf(condition), members) : null
}

function groupAt(root: Group, path: Path): Group | undefined {
  const [first, ...rest] = path
  if (first === undefined) return root
  const member = membersOf(root)[first]
  return member && !isTest(member) ? groupAt(member, rest) : undefined
}

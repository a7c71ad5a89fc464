// The operations of the builder: each changes the tree, announces it, and moves the focus to the result.
import { addTo, blankTest, type ConditionGroup, type ConditionPath, conditionsIn, isTest, removeAt } from '../../../../core/filters/edit.ts'
import { at, doubleAt, type Moved, step, wrapAt } from '../../../../core/filters/edit-move.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import type { WordValues } from '../../../../core/words/words.ts'

/** What the builder works on: `root` as `openSentence` makes it. */
export interface Edit {
  root: ConditionGroup
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
  change(root: ConditionGroup): void
  /** Moves the focus to the first of these that is there after the change. */
  focus(...selectors: string[]): void
  say(word: WordKey<'builder'>, values?: WordValues): void
}

/** The two top groups, matches and exceptions, stay even when empty. */
export const kept = 1
export const mainPath: ConditionPath = [0]
export const exceptPath: ConditionPath = [1]
/** Nesting ends where a sentence stops being readable; what was imported deeper can still be edited. */
export const deepest = 4

export const pathKey = (path: ConditionPath): string => path.join('.')
export const pathFrom = (place: string): ConditionPath => place.split('.').map(Number)
export const rowAt = (path: ConditionPath): string => `[data-at="${pathKey(path)}"] [data-first]`
const adderOf = (path: ConditionPath): string => `[data-adds="${pathKey(path)}"]`

export function add(edit: Edit, path: ConditionPath, condition: Condition = blankTest): void {
  const root = addTo(edit.root, path, condition)
  const group = at(root, path)
  const here = [...path, group && !isTest(group) ? conditionsIn(group).length - 1 : 0]
  edit.change(root)
  edit.say('said.added')
  edit.focus(rowAt(isTest(condition) ? here : [...here, 0]))
}

/** A new condition right behind this one. */
export function addBehind(edit: Edit, path: ConditionPath): void {
  add(edit, path.slice(0, -1))
}

/** Focuses the row that moved up, else the one before it, else the nearest add button. */
export function remove(edit: Edit, path: ConditionPath): void {
  const parent = path.slice(0, -1)
  const before = [...parent, (path.at(-1) ?? 0) - 1]
  const adders = parent.map((_, i) => adderOf(parent.slice(0, parent.length - i)))
  edit.change(removeAt(edit.root, path, kept))
  edit.say('said.removed')
  edit.focus(rowAt(path), rowAt(before), ...adders, '[data-adds="exception"]', adderOf(mainPath))
}

/** `grips`: the focus stays on the grip rather than in the row. */
export function move(edit: Edit, path: ConditionPath, by: 1 | -1, grips = false): void {
  settle(edit, path, step(edit.root, path, by, kept), grips)
}

export function settle(edit: Edit, path: ConditionPath, moved: Moved, grips = false): void {
  if (pathKey(moved.path) === pathKey(path) && moved.root === edit.root) return edit.say('said.end')
  const group = at(moved.root, moved.path.slice(0, -1))
  edit.change(moved.root)
  edit.say('said.moved', { n: (moved.path.at(-1) ?? 0) + 1, of: group && !isTest(group) ? conditionsIn(group).length : 1 })
  const place = pathKey(moved.path)
  edit.focus(...(grips ? [`[data-at="${place}"] > * > [data-grip]`] : []), rowAt(moved.path))
}

export function double(edit: Edit, path: ConditionPath): void {
  const made = doubleAt(edit.root, path)
  edit.change(made.root)
  edit.say('said.added')
  edit.focus(rowAt(made.path))
}

export function wrap(edit: Edit, path: ConditionPath): void {
  edit.change(wrapAt(edit.root, path, 'all'))
  edit.focus(rowAt([...path, 0]))
}

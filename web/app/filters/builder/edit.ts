// The deeds of the builder: each changes the tree, says so, and moves the focus to what it made.
import { addTo, blankTest, type Group, isTest, membersOf, type Path, removeAt } from '../../../../core/filters/edit.ts'
import { at, doubleAt, type Moved, step, wrapAt } from '../../../../core/filters/edit-move.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import type { Key } from '../../../../core/words/rooms.ts'
import type { Values } from '../../../../core/words/words.ts'

/** What the builder works on: `root` as `openSentence` makes it. */
export interface Edit {
  root: Group
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
  change(root: Group): void
  /** Moves the focus to the first of these that is there after the change. */
  focus(...selectors: string[]): void
  say(word: Key<'builder'>, values?: Values): void
}

/** What must hold and what must not stay, though they be empty. */
export const kept = 1
export const mainPath: Path = [0]
export const exceptPath: Path = [1]
/** Nesting ends where a sentence stops being readable; what was imported deeper can still be edited. */
export const deepest = 4

export const placeOf = (path: Path): string => path.join('.')
export const pathFrom = (place: string): Path => place.split('.').map(Number)
export const rowAt = (path: Path): string => `[data-at="${placeOf(path)}"] [data-first]`
const adderOf = (path: Path): string => `[data-adds="${placeOf(path)}"]`

export function add(edit: Edit, path: Path, condition: Condition = blankTest): void {
  const root = addTo(edit.root, path, condition)
  const group = at(root, path)
  const here = [...path, group && !isTest(group) ? membersOf(group).length - 1 : 0]
  edit.change(root)
  edit.say('said.added')
  edit.focus(rowAt(isTest(condition) ? here : [...here, 0]))
}

/** A new condition right behind this one. */
export function addBehind(edit: Edit, path: Path): void {
  add(edit, path.slice(0, -1))
}

/** The focus goes to the row that took the place, to the one before it, or to the nearest button that adds. */
export function remove(edit: Edit, path: Path): void {
  const parent = path.slice(0, -1)
  const before = [...parent, (path.at(-1) ?? 0) - 1]
  const adders = parent.map((_, i) => adderOf(parent.slice(0, parent.length - i)))
  edit.change(removeAt(edit.root, path, kept))
  edit.say('said.removed')
  edit.focus(rowAt(path), rowAt(before), ...adders, '[data-adds="exception"]', adderOf(mainPath))
}

/** `grips`: the focus stays on the grip rather than in the row. */
export function move(edit: Edit, path: Path, by: 1 | -1, grips = false): void {
  settle(edit, path, step(edit.root, path, by, kept), grips)
}

export function settle(edit: Edit, path: Path, moved: Moved, grips = false): void {
  if (placeOf(moved.path) === placeOf(path) && moved.root === edit.root) return edit.say('said.end')
  const group = at(moved.root, moved.path.slice(0, -1))
  edit.change(moved.root)
  edit.say('said.moved', { n: (moved.path.at(-1) ?? 0) + 1, of: group && !isTest(group) ? membersOf(group).length : 1 })
  const place = placeOf(moved.path)
  edit.focus(...(grips ? [`[data-at="${place}"] > * > [data-grip]`] : []), rowAt(moved.path))
}

export function double(edit: Edit, path: Path): void {
  const made = doubleAt(edit.root, path)
  edit.change(made.root)
  edit.say('said.added')
  edit.focus(rowAt(made.path))
}

export function wrap(edit: Edit, path: Path): void {
  edit.change(wrapAt(edit.root, path, 'all'))
  edit.focus(rowAt([...path, 0]))
}

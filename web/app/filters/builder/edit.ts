// The operations of the builder: each changes the tree, announces the change, and moves the focus to the result.
import { addTo, blankTest, type ConditionGroup, type ConditionPath, conditionsIn, isTest, removeAt } from '../../../../core/filters/edit.ts'
import { conditionAt, duplicateAt, type Moved, moveByOne, wrapAt } from '../../../../core/filters/edit-move.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import type { WordValues } from '../../../../core/words/words.ts'

/** The tree that the builder edits, and the effects of an edit. */
export interface BuilderEdit {
  root: ConditionGroup
  /** The paths, joined by dots, of unfinished conditions. */
  invalidPaths: ReadonlySet<string>
  change(root: ConditionGroup): void
  /** Moves the focus to the first of these that exists after the change. */
  focus(...selectors: string[]): void
  announce(word: WordKey<'builder'>, values?: WordValues): void
}

/** The two top groups, matches and exceptions, stay even when empty. */
export const fixedDepth = 1
export const mainPath: ConditionPath = [0]
export const exceptPath: ConditionPath = [1]
/** Deeper nesting would make the sentence unreadable; imported filters that nest deeper can still be edited. */
export const maxNesting = 4

export const pathKey = (path: ConditionPath): string => path.join('.')
export const parsePath = (key: string): ConditionPath => key.split('.').map(Number)
export const rowSelector = (path: ConditionPath): string => `[data-at="${pathKey(path)}"] [data-first]`
const addButtonSelector = (path: ConditionPath): string => `[data-adds="${pathKey(path)}"]`

export function insertCondition(edit: BuilderEdit, path: ConditionPath, condition: Condition = blankTest): void {
  const root = addTo(edit.root, path, condition)
  const group = conditionAt(root, path)
  const newPath = [...path, group && !isTest(group) ? conditionsIn(group).length - 1 : 0]
  edit.change(root)
  edit.announce('said.added')
  edit.focus(rowSelector(isTest(condition) ? newPath : [...newPath, 0]))
}

/** Adds a condition right after this one. */
export function insertConditionAfter(edit: BuilderEdit, path: ConditionPath): void {
  insertCondition(edit, path.slice(0, -1))
}

/** Focuses the row that moved up, else the one before it, else the nearest add button. */
export function removeCondition(edit: BuilderEdit, path: ConditionPath): void {
  const parent = path.slice(0, -1)
  const previous = [...parent, (path.at(-1) ?? 0) - 1]
  const adders = parent.map((_, i) => addButtonSelector(parent.slice(0, parent.length - i)))
  edit.change(removeAt(edit.root, path, fixedDepth))
  edit.announce('said.removed')
  edit.focus(rowSelector(path), rowSelector(previous), ...adders, '[data-adds="exception"]', addButtonSelector(mainPath))
}

/** `keepsHandleFocus`: the focus stays on the drag handle instead of moving into the row. */
export function moveCondition(edit: BuilderEdit, path: ConditionPath, by: 1 | -1, keepsHandleFocus = false): void {
  applyMove(edit, path, moveByOne(edit.root, path, by, fixedDepth), keepsHandleFocus)
}

export function applyMove(edit: BuilderEdit, path: ConditionPath, moved: Moved, keepsHandleFocus = false): void {
  if (pathKey(moved.path) === pathKey(path) && moved.root === edit.root) return edit.announce('said.end')
  const group = conditionAt(moved.root, moved.path.slice(0, -1))
  edit.change(moved.root)
  edit.announce('said.moved', { n: (moved.path.at(-1) ?? 0) + 1, of: group && !isTest(group) ? conditionsIn(group).length : 1 })
  const key = pathKey(moved.path)
  edit.focus(...(keepsHandleFocus ? [`[data-at="${key}"] > * > [data-grip]`] : []), rowSelector(moved.path))
}

export function duplicateCondition(edit: BuilderEdit, path: ConditionPath): void {
  const duplicate = duplicateAt(edit.root, path)
  edit.change(duplicate.root)
  edit.announce('said.added')
  edit.focus(rowSelector(duplicate.path))
}

export function wrapInGroup(edit: BuilderEdit, path: ConditionPath): void {
  edit.change(wrapAt(edit.root, path, 'all'))
  edit.focus(rowSelector([...path, 0]))
}

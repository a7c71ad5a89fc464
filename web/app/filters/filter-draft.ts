// The draft of a filter in the editor, and the problem that still prevents saving it.
import { z } from 'zod/mini'
import { FilterDraft, type SavedFilter } from '../../../core/api/filters.ts'
import { Action } from '../../../core/filters/action.ts'
import {
  blankTest,
  type ConditionGroup,
  conditionsIn,
  fromEditorRoot,
  isTest,
  toEditorRoot,
  unfinishedPaths,
} from '../../../core/filters/edit.ts'
import { Condition } from '../../../core/filters/tree.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'

/** The draft with its condition in the form that the builder edits. */
export interface EditorDraft extends Omit<FilterDraft, 'condition'> {
  root: ConditionGroup
}

/** Values that a link may prefill: the sender of an email, or parts of a filter. `note` is shown above the builder. */
export const Prefilled = z.object({
  from: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  name: z.optional(z.string().check(z.maxLength(80))),
  condition: z.optional(Condition),
  actions: z.optional(z.array(Action)),
  note: z.optional(z.string().check(z.maxLength(1000))),
})
export type Prefilled = z.infer<typeof Prefilled>

/** The saved filter or a new one, with prefilled parts replacing its own. */
export function toEditorDraft(saved: SavedFilter | null, prefilled: Prefilled): EditorDraft {
  const firstTest: Condition = prefilled.from ? { field: 'from', operator: 'contains', values: [prefilled.from] } : blankTest
  return {
    name: prefilled.name ?? saved?.name ?? '',
    paused: saved?.paused ?? false,
    actions: prefilled.actions ?? saved?.actions ?? [{ kind: 'forward', destinationIds: [] }],
    root: toEditorRoot(prefilled.condition ?? saved?.condition ?? { any: [firstTest] }),
  }
}

export const toFilterDraft = ({ root, ...rest }: EditorDraft): FilterDraft => ({ ...rest, condition: fromEditorRoot(root) })

export const isSameFilter = (a: EditorDraft, b: EditorDraft): boolean =>
  JSON.stringify(toFilterDraft(a)) === JSON.stringify(toFilterDraft(b))

export interface DraftProblem {
  word: Extract<WordKey<'editor'>, 'name.missing' | 'empty' | 'unfinished' | 'noAction' | 'wrongAction' | 'tooLarge'>
  /** The paths, joined by dots, of unfinished conditions. */
  invalidPaths: ReadonlySet<string>
}

export const noErrors: ReadonlySet<string> = new Set()

/** The first problem that prevents saving, and the paths of all unfinished conditions. */
export function findDraftProblem(draft: EditorDraft): DraftProblem | null {
  const paths = new Set(
    unfinishedPaths(draft.root)
      .filter(path => path.length > 1)
      .map(path => path.join('.')),
  )
  if (!draft.name.trim()) return { word: 'name.missing', invalidPaths: paths }
  if (paths.size > 0) return { word: 'unfinished', invalidPaths: paths }
  if (isEmpty(draft.root)) return { word: 'empty', invalidPaths: paths }
  if (draft.actions.length === 0) return { word: 'noAction', invalidPaths: paths }
  if (draft.actions.some(isUnfinishedAction)) return { word: 'wrongAction', invalidPaths: paths }
  return FilterDraft.safeParse(toFilterDraft(draft)).success ? null : { word: 'tooLarge', invalidPaths: paths }
}

function isEmpty(root: ConditionGroup): boolean {
  const [mainGroup] = conditionsIn(root)
  return !mainGroup || (!isTest(mainGroup) && conditionsIn(mainGroup).length === 0)
}

/** An action that is not configured yet. */
export function isUnfinishedAction(action: Action): boolean {
  if (action.kind === 'move') return !action.folder.trim()
  if (action.kind === 'quiet') return action.from === action.to
  if (action.kind === 'at_most') return action.perHour < 1
  return action.kind === 'redact' && action.what.length === 0 && action.patterns.length === 0
}

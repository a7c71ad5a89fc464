// A filter being edited, and what still prevents saving it.
import { z } from 'zod/mini'
import { FilterDraft, type SavedFilter } from '../../../core/api/filters.ts'
import { Action } from '../../../core/filters/action.ts'
import {
  blankTest,
  type ConditionGroup,
  closeSentence,
  conditionsIn,
  isTest,
  openSentence,
  unfinished,
} from '../../../core/filters/edit.ts'
import { Condition } from '../../../core/filters/tree.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'

/** The draft with its condition opened as the builder works on it. */
export interface EditorDraft extends Omit<FilterDraft, 'condition'> {
  root: ConditionGroup
}

/** What a link may prefill: the sender of an email, or parts of a filter. `note` is shown above the builder. */
export const Prefilled = z.object({
  from: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  name: z.optional(z.string().check(z.maxLength(80))),
  condition: z.optional(Condition),
  actions: z.optional(z.array(Action)),
  note: z.optional(z.string().check(z.maxLength(1000))),
})
export type Prefilled = z.infer<typeof Prefilled>

/** The saved filter or a new one, with prefilled parts replacing its own. */
export function openDraft(saved: SavedFilter | null, prefilled: Prefilled): EditorDraft {
  const first: Condition = prefilled.from ? { field: 'from', operator: 'contains', values: [prefilled.from] } : blankTest
  return {
    name: prefilled.name ?? saved?.name ?? '',
    paused: saved?.paused ?? false,
    actions: prefilled.actions ?? saved?.actions ?? [{ kind: 'forward', destinationIds: [] }],
    root: openSentence(prefilled.condition ?? saved?.condition ?? { any: [first] }),
  }
}

export const asFilter = ({ root, ...rest }: EditorDraft): FilterDraft => ({ ...rest, condition: closeSentence(root) })

export const isSame = (a: EditorDraft, b: EditorDraft): boolean => JSON.stringify(asFilter(a)) === JSON.stringify(asFilter(b))

export interface DraftProblem {
  word: Extract<WordKey<'editor'>, 'name.missing' | 'empty' | 'unfinished' | 'noAction' | 'wrongAction' | 'tooLarge'>
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
}

export const nothingWrong: ReadonlySet<string> = new Set()

/** The first thing that keeps a draft from being saved, and all the places that are not finished. */
export function problemOf(draft: EditorDraft): DraftProblem | null {
  const wrong = new Set(
    unfinished(draft.root)
      .filter(path => path.length > 1)
      .map(path => path.join('.')),
  )
  if (!draft.name.trim()) return { word: 'name.missing', wrong }
  if (wrong.size > 0) return { word: 'unfinished', wrong }
  if (isEmpty(draft.root)) return { word: 'empty', wrong }
  if (draft.actions.length === 0) return { word: 'noAction', wrong }
  if (draft.actions.some(isUnfinished)) return { word: 'wrongAction', wrong }
  return FilterDraft.safeParse(asFilter(draft)).success ? null : { word: 'tooLarge', wrong }
}

function isEmpty(root: ConditionGroup): boolean {
  const [main] = conditionsIn(root)
  return !main || (!isTest(main) && conditionsIn(main).length === 0)
}

/** An action that is not configured yet. */
export function isUnfinished(action: Action): boolean {
  if (action.kind === 'move') return !action.folder.trim()
  if (action.kind === 'quiet') return action.from === action.to
  if (action.kind === 'at_most') return action.perHour < 1
  return action.kind === 'redact' && action.what.length === 0 && action.patterns.length === 0
}

// A filter while it is written, and what keeps it from being saved.
import { z } from 'zod/mini'
import { FilterDraft, type SavedFilter } from '../../../core/api/filters.ts'
import { Action } from '../../../core/filters/action.ts'
import { blankTest, closeSentence, type Group, isTest, membersOf, openSentence, unfinished } from '../../../core/filters/edit.ts'
import { Condition } from '../../../core/filters/tree.ts'
import type { Key } from '../../../core/words/rooms.ts'

/** The draft with its condition opened as the builder works on it. */
export interface Draft extends Omit<FilterDraft, 'condition'> {
  root: Group
}

/** What a link may bring along: the sender of a mail, or parts of a filter, to begin with. `said` is told above the builder. */
export const Brought = z.object({
  from: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  name: z.optional(z.string().check(z.maxLength(80))),
  condition: z.optional(Condition),
  actions: z.optional(z.array(Action)),
  said: z.optional(z.string().check(z.maxLength(1000))),
})
export type Brought = z.infer<typeof Brought>

/** The saved filter, or a new one; what was brought along takes the place of its parts. */
export function openDraft(saved: SavedFilter | null, brought: Brought): Draft {
  const first: Condition = brought.from ? { field: 'from', operator: 'contains', values: [brought.from] } : blankTest
  return {
    name: brought.name ?? saved?.name ?? '',
    paused: saved?.paused ?? false,
    actions: brought.actions ?? saved?.actions ?? [{ kind: 'forward', destinationIds: [] }],
    root: openSentence(brought.condition ?? saved?.condition ?? { any: [first] }),
  }
}

export const asFilter = ({ root, ...rest }: Draft): FilterDraft => ({ ...rest, condition: closeSentence(root) })

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(asFilter(a)) === JSON.stringify(asFilter(b))

export interface Problem {
  word: Extract<Key<'editor'>, 'name.missing' | 'empty' | 'unfinished' | 'noAction' | 'wrongAction' | 'tooLarge'>
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
}

export const nothingWrong: ReadonlySet<string> = new Set()

/** The first thing that keeps a draft from being saved, and all the places that are not finished. */
export function problemOf(draft: Draft): Problem | null {
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

function isEmpty(root: Group): boolean {
  const [main] = membersOf(root)
  return !main || (!isTest(main) && membersOf(main).length === 0)
}

/** An action that says nothing yet. */
export function isUnfinished(action: Action): boolean {
  if (action.kind === 'move') return !action.folder.trim()
  if (action.kind === 'quiet') return action.from === action.to
  if (action.kind === 'at_most') return action.perHour < 1
  return action.kind === 'redact' && action.what.length === 0 && action.patterns.length === 0
}

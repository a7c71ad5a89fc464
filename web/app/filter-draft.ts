// A filter while it is written, and what keeps it from being saved.
import { FilterDraft, type SavedFilter } from '../../core/api/filters.ts'
import { blankTest, join, membersOf, type Sentence, split, unfinished } from '../../core/filters/edit.ts'

/** The draft with its condition told apart as the editor shows it. */
export interface Draft extends Omit<FilterDraft, 'condition'> {
  sentence: Sentence
}

/** The saved filter, or a new one; `from` is a sender to begin with. */
export function openDraft(saved: SavedFilter | null, from: string | null): Draft {
  if (saved) return { name: saved.name, paused: saved.paused, actions: saved.actions, sentence: split(saved.condition) }
  return {
    name: '',
    paused: false,
    actions: [{ kind: 'forward', destinationIds: [] }],
    sentence: { main: { any: [from ? { field: 'from', operator: 'contains', values: [from] } : blankTest] }, except: [] },
  }
}

export const asFilter = ({ sentence, ...rest }: Draft): FilterDraft => ({ ...rest, condition: join(sentence) })

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(asFilter(a)) === JSON.stringify(asFilter(b))

export interface Problem {
  word: 'editor.name.missing' | 'editor.empty' | 'editor.unfinished' | 'refusedTooLarge'
  wrong: Record<keyof Sentence, ReadonlySet<string>>
}

export const nothingWrong: Problem['wrong'] = { main: new Set(), except: new Set() }

/** The first thing that keeps a draft from being saved, and all the places that are not finished. */
export function problemOf(draft: Draft): Problem | null {
  const { main, except } = draft.sentence
  const places = (paths: readonly (readonly number[])[]) => new Set(paths.map(path => path.join('.')))
  const wrong = { main: places(unfinished(main)), except: places(unfinished({ any: except })) }
  if (!draft.name.trim()) return { word: 'editor.name.missing', wrong }
  if (wrong.main.size + wrong.except.size > 0) return { word: 'editor.unfinished', wrong }
  if (membersOf(main).length === 0) return { word: 'editor.empty', wrong }
  return FilterDraft.safeParse(asFilter(draft)).success ? null : { word: 'refusedTooLarge', wrong }
}

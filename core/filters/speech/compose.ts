// Combines the tests of a sentence into one condition of `all`, `any` and `none` groups.
import type { ClauseItem, Clauses } from './clauses.ts'
import { findOpposite } from './find-opposite.ts'
import type { ConditionDraft } from './pieces.ts'

export interface ComposedFilter {
  draft: ConditionDraft | null
  /** The sentence is ambiguous, as `A and B from X or Y with Z`. */
  isAmbiguous: boolean
}

/** An email has only one of each, so two named values are alternatives. */
const single = new Set(['from', 'mailbox', 'weekday', 'hour', 'language', 'list'])

export function composeFilter({ wanted, unwanted }: Clauses): ComposedFilter {
  const clauses: ClauseItem[][] = []
  let isAmbiguous = hasTrailingItem(wanted)
  for (const item of wanted) {
    const clause = clauses.at(-1)
    const last = clause?.at(-1)
    if (!clause || !last) clauses.push([item])
    else if (startsClause(clause, item)) clauses.push([item])
    else if (isChoice(last, item)) clause[clause.length - 1] = mergeChoice(last, item)
    else if (item.link === 'or') {
      isAmbiguous ||= clause.length > 1
      clause[clause.length - 1] = mergeChoice(last, item)
    } else clause.push(item)
  }
  const sides = clauses.map(clause => combineAll(clause.map(item => item.draft)))
  const positive = sides.length > 1 ? [{ any: sides }] : sides
  const wantedKeys = new Set(wanted.map(item => JSON.stringify(item.draft)))
  // `real people, no robots` says the same twice.
  const ruledOut = distinct(unwanted).filter(each => !wantedKeys.has(JSON.stringify(findOpposite(each))))
  const members = distinct([...positive, ...(ruledOut.length > 0 ? [{ none: ruledOut }] : [])])
  return { draft: members.length === 0 ? null : combineAll(members), isAmbiguous }
}

/** `invoices from X and receipts from Y`: the next clause has the same structure. */
function startsClause(clause: ClauseItem[], item: ClauseItem): boolean {
  if (item.link === 'comma_or') return clause.length > 1 && clause.at(-1)?.family !== item.family
  const isParallel = clause.length > 1 && clause[0]?.family === item.family && clause.at(-1)?.family !== item.family
  return isParallel && item.link !== 'none'
}

function isChoice(last: ClauseItem, item: ClauseItem): boolean {
  if (last.family !== item.family) return false
  if (item.link === 'or' || item.link === 'comma_or') return true
  return item.link !== 'none' && (single.has(item.family) || (last.family === 'attachment_type' && item.link === 'and'))
}

const mergeChoice = (last: ClauseItem, item: ClauseItem): ClauseItem => ({
  ...last,
  draft: { any: [...listChoices(last.draft), ...listChoices(item.draft)] },
  isList: true,
})

const listChoices = (draft: ConditionDraft): ConditionDraft[] => ('any' in draft ? draft.any : [draft])

/** Two lists followed by an item that may belong to the last list only. */
function hasTrailingItem(items: ClauseItem[]): boolean {
  const lists = items.filter(item => item.isList)
  const last = lists.at(-1)
  const after = last ? items[items.indexOf(last) + 1] : undefined
  return lists.length > 1 && after !== undefined && after.link === 'none'
}

function combineAll(drafts: ConditionDraft[]): ConditionDraft {
  const flat = withoutImplied(distinct(drafts.flatMap(draft => ('all' in draft ? draft.all : [draft]))))
  const [only] = flat
  return flat.length === 1 && only ? only : { all: flat }
}

/** `a pdf is attached`: a file of a kind is an attachment. */
function withoutImplied(drafts: ConditionDraft[]): ConditionDraft[] {
  const hasKind = drafts.some(draft => 'field' in draft && draft.field === 'attachment_type')
  return drafts.filter(draft => !(hasKind && 'field' in draft && draft.field === 'attachment' && draft.operator === 'exists'))
}

function distinct(drafts: ConditionDraft[]): ConditionDraft[] {
  const seen = new Set<string>()
  return drafts.filter(draft => {
    const key = JSON.stringify(draft)
    return seen.has(key) ? false : seen.add(key)
  })
}

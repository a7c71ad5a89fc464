// Puts the tests of a sentence together: what must hold all at once, and where any one is enough.
import type { Clauses, Item } from './clauses.ts'
import { opposite } from './opposite.ts'
import type { ConditionDraft } from './pieces.ts'

export interface ComposedFilter {
  draft: ConditionDraft | null
  /** The sentence can be read in two ways, as `A and B from X or Y with Z`. */
  isAmbiguous: boolean
}

/** A mail has one of each of these, so two that are named are a choice. */
const single = new Set(['from', 'mailbox', 'weekday', 'hour', 'language', 'list'])

export function compose({ wanted, unwanted }: Clauses): ComposedFilter {
  const clauses: Item[][] = []
  let isAmbiguous = trailsAfterLists(wanted)
  for (const item of wanted) {
    const clause = clauses.at(-1)
    const last = clause?.at(-1)
    if (!clause || !last) clauses.push([item])
    else if (startsClause(clause, item)) clauses.push([item])
    else if (isChoice(last, item)) clause[clause.length - 1] = either(last, item)
    else if (item.link === 'or') {
      isAmbiguous ||= clause.length > 1
      clause[clause.length - 1] = either(last, item)
    } else clause.push(item)
  }
  const sides = clauses.map(clause => allOf(clause.map(item => item.draft)))
  const positive = sides.length > 1 ? [{ any: sides }] : sides
  const said = new Set(wanted.map(item => JSON.stringify(item.draft)))
  // `real people, no robots` says one thing twice.
  const ruledOut = distinct(unwanted).filter(each => !said.has(JSON.stringify(opposite(each))))
  const members = distinct([...positive, ...(ruledOut.length > 0 ? [{ none: ruledOut }] : [])])
  return { draft: members.length === 0 ? null : allOf(members), isAmbiguous }
}

/** `invoices from X and receipts from Y`: what comes is a sentence of the same build. */
function startsClause(clause: Item[], item: Item): boolean {
  if (item.link === 'comma_or') return clause.length > 1 && clause.at(-1)?.family !== item.family
  const isParallel = clause.length > 1 && clause[0]?.family === item.family && clause.at(-1)?.family !== item.family
  return isParallel && item.link !== 'none'
}

function isChoice(last: Item, item: Item): boolean {
  if (last.family !== item.family) return false
  if (item.link === 'or' || item.link === 'comma_or') return true
  return item.link !== 'none' && (single.has(item.family) || (last.family === 'attachment_type' && item.link === 'and'))
}

const either = (last: Item, item: Item): Item => ({
  ...last,
  draft: { any: [...choices(last.draft), ...choices(item.draft)] },
  isList: true,
})

const choices = (draft: ConditionDraft): ConditionDraft[] => ('any' in draft ? draft.any : [draft])

/** Two lists, and behind them one thing more that may belong to the last of them alone. */
function trailsAfterLists(items: Item[]): boolean {
  const lists = items.filter(item => item.isList)
  const last = lists.at(-1)
  const after = last ? items[items.indexOf(last) + 1] : undefined
  return lists.length > 1 && after !== undefined && after.link === 'none'
}

function allOf(drafts: ConditionDraft[]): ConditionDraft {
  const flat = drafts.flatMap(draft => ('all' in draft ? draft.all : [draft]))
  const [only] = flat
  return flat.length === 1 && only ? only : { all: flat }
}

function distinct(drafts: ConditionDraft[]): ConditionDraft[] {
  const seen = new Set<string>()
  return drafts.filter(draft => {
    const key = JSON.stringify(draft)
    return seen.has(key) ? false : seen.add(key)
  })
}

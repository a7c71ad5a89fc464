// Determines how much of an email the filters need, so that nothing more is fetched.
import type { FetchedExtent } from '../../message/view.ts'
import type { Filter } from '../action.ts'
import { conditionsIn } from '../edit.ts'
import type { Condition, Test } from '../tree.ts'

/** Filters never look inside attachments. Each depth includes the ones before it. */
export type Depth = Exclude<FetchedExtent, 'all'>

const depths: readonly Depth[] = ['headers', 'structure', 'text']

/** The depth that decides every active filter. */
export function requiredDepth(filters: readonly Filter[]): Depth {
  return filters.reduce<Depth>(
    (deepest, filter) => (filter.paused ? deepest : deeperOf(deepest, conditionDepth(filter.condition))),
    'headers',
  )
}

/** Whether an email fetched to depth `have` includes everything of depth `wanted`. */
export const covers = (have: Depth, wanted: Depth): boolean => depths.indexOf(have) >= depths.indexOf(wanted)

export const viewDepth = ({ fetched }: { fetched: FetchedExtent }): Depth => (fetched === 'all' ? 'text' : fetched)

export function fieldDepth(field: Test['field']): Depth {
  switch (field) {
    case 'any':
    case 'body':
    case 'whole_body':
    case 'language':
    case 'exact':
    case 'amount':
    // Receipts are distinguished from bulk email by their text.
    case 'newsletter':
      return 'text'
    case 'attachment':
    case 'attachment_name':
    case 'attachment_type':
    case 'attachment_size':
    case 'attachment_count':
    case 'calendar':
      return 'structure'
    default:
      return 'headers'
  }
}

/** Whether a filter asks who the sender is to this person, which only the transaction that saves the email knows for sure. */
export const readsSenders = (filters: readonly Filter[]): boolean => filters.some(filter => !filter.paused && testsSender(filter.condition))

const testsSender = (condition: Condition): boolean =>
  'field' in condition
    ? condition.field === 'first_time_sender' || condition.field === 'sender_badge'
    : conditionsIn(condition).some(testsSender)

function conditionDepth(condition: Condition): Depth {
  if ('field' in condition) return fieldDepth(condition.field)
  return conditionsIn(condition).reduce<Depth>((deepest, part) => deeperOf(deepest, conditionDepth(part)), 'headers')
}

const deeperOf = (a: Depth, b: Depth): Depth => (covers(a, b) ? a : b)

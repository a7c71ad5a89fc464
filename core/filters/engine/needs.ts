// How much of a mail each condition must see, so that no more is fetched than decides.
import type { FetchedExtent } from '../../message/view.ts'
import type { Filter } from '../action.ts'
import { conditionsIn } from '../edit.ts'
import type { Condition, Test } from '../tree.ts'

/** No filter looks into files. Each holds those before. */
export type Depth = Exclude<FetchedExtent, 'all'>

const order: readonly Depth[] = ['headers', 'structure', 'text']

/** What decides every filter that is not paused. */
export function needsOf(filters: readonly Filter[]): Depth {
  return filters.reduce<Depth>((deepest, filter) => (filter.paused ? deepest : deeper(deepest, depthOf(filter.condition))), 'headers')
}

/** Does a mail known to `have` hold all that `wanted` tells? */
export const reaches = (have: Depth, wanted: Depth): boolean => order.indexOf(have) >= order.indexOf(wanted)

export const depthOfView = ({ fetched }: { fetched: FetchedExtent }): Depth => (fetched === 'all' ? 'text' : fetched)

export function depthOfField(field: Test['field']): Depth {
  switch (field) {
    case 'any':
    case 'body':
    case 'whole_body':
    case 'language':
    case 'exact':
    // A receipt is told from mass mail by what it says.
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

function depthOf(condition: Condition): Depth {
  if ('field' in condition) return depthOfField(condition.field)
  return conditionsIn(condition).reduce<Depth>((deepest, part) => deeper(deepest, depthOf(part)), 'headers')
}

const deeper = (one: Depth, other: Depth): Depth => (reaches(one, other) ? one : other)

// Pages through lists by cursor as Stripe does: newest first, by starting_after and ending_before.
import { invalidRequest, missing } from './failure.ts'

export interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}
interface ListPage<Item> {
  object: 'list'
  url: string
  has_more: boolean
  data: Item[]
}

/** `items` oldest first, as tables keep them. */
export function pageOf<Item extends { id: string }>(items: Iterable<Item>, paging: Paging, url: string): ListPage<Item> {
  const { limit = 10, starting_after: after, ending_before: before } = paging
  if (limit < 1 || limit > 100)
    throw invalidRequest('This value must be between 1 and 100 (inclusive).', 'limit', 'parameter_invalid_integer')
  if (after !== undefined && before !== undefined)
    throw invalidRequest('You can only specify one of these parameters: starting_after, ending_before.')
  const all = [...items].reverse()
  if (before !== undefined) {
    const until = indexOf(all, before, 'ending_before')
    return listOf(all.slice(Math.max(0, until - limit), until), url, until > limit)
  }
  const from = after === undefined ? 0 : indexOf(all, after, 'starting_after') + 1
  return listOf(all.slice(from, from + limit), url, all.length > from + limit)
}

export const listOf = <Item>(data: Item[], url: string, hasMore = false): ListPage<Item> => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
})

function indexOf(items: { id: string }[], id: string, param: string): number {
  const index = items.findIndex(item => item.id === id)
  if (index === -1) throw missing('object', id, param)
  return index
}

export interface TimeRange {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

export const isWithin = (at: number, range: TimeRange | undefined): boolean =>
  range === undefined ||
  ((range.gt === undefined || at > range.gt) &&
    (range.gte === undefined || at >= range.gte) &&
    (range.lt === undefined || at < range.lt) &&
    (range.lte === undefined || at <= range.lte))

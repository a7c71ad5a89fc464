// Reads the query of a request to the data wire into what is to be selected, filtered, sorted and paged.
import { type RowCondition, readFilter, readLogic } from './condition.ts'
import { type RowOrder, readOrder } from './order.ts'
import { RestRefusal } from './refusal.ts'
import { readNames, readSelect, type SelectedColumn } from './select.ts'
import { type RestTable, readable, writable } from './tables.ts'

export interface Query {
  shown: SelectedColumn[]
  conditions: RowCondition[]
  order: RowOrder[]
  /** Null: all, up to the server's own bound. */
  limit: number | null
  offset: number
  /** `columns=`: of a written body only these count. */
  columns: string[] | null
  onConflict: string[] | null
}

const reserved = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or', 'not.and', 'not.or', 'apikey'])
const mostParts = 50

/** `given` in the order of the URL, decoded. Throws RestRefusal where PostgREST refuses. */
export function readQuery(table: RestTable, given: [name: string, value: string][]): Query {
  const first = (name: string) => given.find(([key]) => key === name)?.[1]
  const logic = given.filter(([name]) => /^(?:not\.)?(?:and|or)$/.test(name))
  const filters = given.filter(([name]) => !reserved.has(name))
  const order = first('order')
  const columns = first('columns')
  const onConflict = first('on_conflict')
  const query: Query = {
    shown: readSelect(table, first('select') ?? '*'),
    conditions: [
      ...filters.map(([name, value]) => readFilter(table, name, value)),
      ...logic.map(([name, value]) => readLogic(table, name, value)),
    ],
    order: order === undefined ? [] : readOrder(table, order),
    limit: countOf(first('limit')),
    offset: countOf(first('offset')) ?? 0,
    columns: columns === undefined ? null : readNames('columns parameter', columns).map(column => writable(table, column)),
    onConflict: onConflict === undefined ? null : readNames('on_conflict parameter', onConflict).map(column => readable(table, column)),
  }
  refuseImpossible(query)
  return query
}

/** PostgREST takes what is no number for not given. */
const countOf = (text: string | undefined): number | null => (text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null)

function refuseImpossible({ limit, offset, shown, conditions, order }: Query): void {
  if (limit !== null && limit < 0) throw outOfRange('Limit should be greater than or equal to zero.')
  if (offset < 0) throw new RestRefusal(400, '2201X', 'OFFSET must not be negative')
  if ([shown, conditions, order].some(parts => parts.length > mostParts))
    throw new RestRefusal(400, 'PGRST100', `More than ${mostParts} parts in one parameter`)
}

export const outOfRange = (details: string) => new RestRefusal(416, 'PGRST103', 'Requested range not satisfiable', details)

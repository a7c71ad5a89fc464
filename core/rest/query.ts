// Parses the query of a request to the data API: selection, filters, order and paging.
import { type RowCondition, readFilter, readLogic } from './condition.ts'
import { expectEnd, openCursor, parseError, type TextCursor, take, takeList } from './cursor.ts'
import { type Field, takeField } from './field.ts'
import { RestRefusal } from './refusal.ts'
import { readNames, readSelect, type SelectedColumn } from './select.ts'
import { type RestTable, readable, writable } from './tables.ts'

export interface Query {
  shown: SelectedColumn[]
  conditions: RowCondition[]
  order: RowOrder[]
  /** Null: all, up to the server's own limit. */
  limit: number | null
  offset: number
  /** `columns=`: only these columns of a written body are used. */
  columns: string[] | null
  onConflict: string[] | null
}

const reserved = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or', 'not.and', 'not.or', 'apikey'])
const maxParts = 50

/** `parameters` in the order of the URL, decoded. Throws RestRefusal where PostgREST refuses. */
export function readQuery(table: RestTable, parameters: [name: string, value: string][]): Query {
  const first = (name: string) => parameters.find(([key]) => key === name)?.[1]
  const logic = parameters.filter(([name]) => /^(?:not\.)?(?:and|or)$/.test(name))
  const filters = parameters.filter(([name]) => !reserved.has(name))
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
    limit: parseCount(first('limit')),
    offset: parseCount(first('offset')) ?? 0,
    columns: columns === undefined ? null : readNames('columns parameter', columns).map(column => writable(table, column)),
    onConflict: onConflict === undefined ? null : readNames('on_conflict parameter', onConflict).map(column => readable(table, column)),
  }
  checkQuery(query)
  return query
}

/** Like PostgREST, ignores anything that is not a number. */
const parseCount = (text: string | undefined): number | null => (text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null)

function checkQuery({ limit, offset, shown, conditions, order }: Query): void {
  if (limit !== null && limit < 0) throw outOfRange('Limit should be greater than or equal to zero.')
  if (offset < 0) throw new RestRefusal(400, '2201X', 'OFFSET must not be negative')
  if ([shown, conditions, order].some(parts => parts.length > maxParts))
    throw new RestRefusal(400, 'PGRST100', `More than ${maxParts} parts in one parameter`)
}

export const outOfRange = (details: string) => new RestRefusal(416, 'PGRST103', 'Requested range not satisfiable', details)

interface RowOrder {
  field: Field
  direction: 'asc' | 'desc'
  /** Null: PostgreSQL's default, last when ascending. */
  nulls: 'first' | 'last' | null
}

/** `created_at.desc.nullslast,role` */
function readOrder(table: RestTable, text: string): RowOrder[] {
  const cursor = openCursor('order', text)
  const orders = takeList(cursor, one => takeOrder(one, table))
  expectEnd(cursor)
  return orders
}

function takeOrder(cursor: TextCursor, table: RestTable): RowOrder {
  const field = takeField(cursor, table)
  const direction = takeWord(cursor, '.asc') ? 'asc' : takeWord(cursor, '.desc') ? 'desc' : null
  const nulls = takeWord(cursor, '.nullsfirst') ? 'first' : takeWord(cursor, '.nullslast') ? 'last' : null
  if (!/^[ \t]*(?:,|$)/.test(cursor.text.slice(cursor.at)))
    throw parseError(cursor, `expecting ${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
  return { field, direction: direction ?? 'asc', nulls }
}

function takeWord(cursor: TextCursor, word: string): boolean {
  const after = cursor.text.slice(cursor.at + word.length)
  return /^(?:[ \t,.]|$)/.test(after) && take(cursor, word)
}

// Reads the rows that a request to the data wire writes.
import { RestRefusal } from './refusal.ts'
import { type RestTable, writable } from './tables.ts'

export type GivenRow = Record<string, unknown>

/** All rows have the columns named here. */
export interface WrittenRows {
  columns: string[]
  rows: GivenRow[]
}

const mostRows = 1000

/** `columns` as in the URL; without it the keys of the rows, which have to be the same in all. */
export function readRows(table: RestTable, body: unknown, columns: string[] | null): WrittenRows {
  const rows = Array.isArray(body) ? body : [body]
  if (!rows.every(isRow))
    throw new RestRefusal(400, 'PGRST102', Array.isArray(body) ? 'All object keys must match' : 'Empty or invalid json')
  if (rows.length > mostRows) throw new RestRefusal(400, 'PGRST102', `More than ${mostRows} rows in one request`)
  const keys = columns ?? Object.keys(rows[0] ?? {})
  if (!columns && rows.some(row => !hasKeys(row, keys))) throw new RestRefusal(400, 'PGRST102', 'All object keys must match')
  const named = [...new Set(keys)].map(column => writable(table, column))
  return { columns: named, rows: rows.map(row => Object.fromEntries(named.filter(c => Object.hasOwn(row, c)).map(c => [c, row[c]]))) }
}

const isRow = (value: unknown): value is GivenRow => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasKeys = (row: GivenRow, keys: string[]): boolean =>
  Object.keys(row).length === keys.length && keys.every(k => Object.hasOwn(row, k))

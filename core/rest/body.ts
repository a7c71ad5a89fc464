// Parses the rows in the body of a write request to the data API.
import { RestRefusal } from './refusal.ts'
import { type RestTable, writable } from './tables.ts'

export type InputRow = Record<string, unknown>

/** All rows have the columns validated here. */
export interface WrittenRows {
  columns: string[]
  rows: InputRow[]
}

const maxRows = 1000

/** `columns` as in the URL; by default the keys of the rows, which must all be the same. */
export function readRows(table: RestTable, body: unknown, columns: string[] | null): WrittenRows {
  const rows = Array.isArray(body) ? body : [body]
  if (!rows.every(isRow))
    throw new RestRefusal(400, 'PGRST102', Array.isArray(body) ? 'All object keys must match' : 'Empty or invalid json')
  if (rows.length > maxRows) throw new RestRefusal(400, 'PGRST102', `More than ${maxRows} rows in one request`)
  const keys = columns ?? Object.keys(rows[0] ?? {})
  if (!columns && rows.some(row => !hasKeys(row, keys))) throw new RestRefusal(400, 'PGRST102', 'All object keys must match')
  const validated = [...new Set(keys)].map(column => writable(table, column))
  return {
    columns: validated,
    rows: rows.map(row => Object.fromEntries(validated.filter(c => Object.hasOwn(row, c)).map(c => [c, row[c]]))),
  }
}

const isRow = (value: unknown): value is InputRow => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasKeys = (row: InputRow, keys: string[]): boolean =>
  Object.keys(row).length === keys.length && keys.every(k => Object.hasOwn(row, k))

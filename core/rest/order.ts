// Parses `order=`: `created_at.desc.nullslast,role`.
import { expectEnd, openCursor, parseError, type TextCursor, take, takeList } from './cursor.ts'
import { type Field, takeField } from './field.ts'
import type { RestTable } from './tables.ts'

export interface RowOrder {
  field: Field
  direction: 'asc' | 'desc'
  /** Null: PostgreSQL's default, last when ascending. */
  nulls: 'first' | 'last' | null
}

export function readOrder(table: RestTable, text: string): RowOrder[] {
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

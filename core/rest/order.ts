// Reads `order=`: `created_at.desc.nullslast,role`.
import { cursorOn, expectEnd, type TextCursor, take, takeList, unread } from './cursor.ts'
import { type Field, takeField } from './field.ts'
import type { RestTable } from './tables.ts'

export interface RowOrder {
  field: Field
  direction: 'asc' | 'desc'
  /** Null: as PostgreSQL does, last when ascending. */
  nulls: 'first' | 'last' | null
}

export function readOrder(table: RestTable, text: string): RowOrder[] {
  const cursor = cursorOn('order', text)
  const orders = takeList(cursor, one => takeOrder(one, table))
  expectEnd(cursor)
  return orders
}

function takeOrder(cursor: TextCursor, table: RestTable): RowOrder {
  const field = takeField(cursor, table)
  const direction = takeWord(cursor, '.asc') ? 'asc' : takeWord(cursor, '.desc') ? 'desc' : null
  const nulls = takeWord(cursor, '.nullsfirst') ? 'first' : takeWord(cursor, '.nullslast') ? 'last' : null
  if (!/^[ \t]*(?:,|$)/.test(cursor.text.slice(cursor.at)))
    throw unread(cursor, `expecting ${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
  return { field, direction: direction ?? 'asc', nulls }
}

function takeWord(cursor: TextCursor, word: string): boolean {
  const after = cursor.text.slice(cursor.at + word.length)
  return /^(?:[ \t,.]|$)/.test(after) && take(cursor, word)
}

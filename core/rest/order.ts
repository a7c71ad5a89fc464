// Reads `order=`: `created_at.desc.nullslast,role`.
import { type Cursor, cursorOn, expectEnd, take, takeList, unread } from './cursor.ts'
import { type Field, takeField } from './field.ts'
import type { Table } from './tables.ts'

export interface Order {
  field: Field
  direction: 'asc' | 'desc'
  /** Null: as PostgreSQL does, last when ascending. */
  nulls: 'first' | 'last' | null
}

export function readOrder(table: Table, text: string): Order[] {
  const cursor = cursorOn('order', text)
  const orders = takeList(cursor, one => takeOrder(one, table))
  expectEnd(cursor)
  return orders
}

function takeOrder(cursor: Cursor, table: Table): Order {
  const field = takeField(cursor, table)
  const direction = takeWord(cursor, '.asc') ? 'asc' : takeWord(cursor, '.desc') ? 'desc' : null
  const nulls = takeWord(cursor, '.nullsfirst') ? 'first' : takeWord(cursor, '.nullslast') ? 'last' : null
  if (!/^[ \t]*(?:,|$)/.test(cursor.text.slice(cursor.at)))
    throw unread(cursor, `expecting ${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
  return { field, direction: direction ?? 'asc', nulls }
}

function takeWord(cursor: Cursor, word: string): boolean {
  const after = cursor.text.slice(cursor.at + word.length)
  return /^(?:[ \t,.]|$)/.test(after) && take(cursor, word)
}

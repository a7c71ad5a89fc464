// Parses the name of a column and the path into a JSON column: `details->event_data->>ip`.
import { parseError, type TextCursor, take, takeMatch } from './cursor.ts'
import { type RestTable, readable } from './tables.ts'

export interface JsonPathStep {
  arrow: '->' | '->>'
  key: string | number
}

export interface Field {
  column: string
  path: JsonPathStep[]
}

/** Throws 42703 if the table has no such column. */
export function takeField(cursor: TextCursor, table: RestTable): Field {
  const column = readable(table, takeName(cursor))
  return { column, path: takePath(cursor) }
}

/** A quoted name, or letters, digits, _, $ and spaces with single dashes in between. */
export function takeName(cursor: TextCursor): string {
  const start = cursor.at
  if (cursor.text.startsWith('"', cursor.at)) return checkName(takeQuoted(cursor), { ...cursor, at: start })
  const name = takeMatch(cursor, /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/u)?.trim()
  if (!name) throw parseError(cursor, 'expecting field name (* or [a..z0..9_$])')
  return name
}

// A name may become part of an SQL text, which a zero byte would end.
function checkName(name: string, cursor: TextCursor): string {
  if (name === '' || name.includes('\0')) throw parseError(cursor, 'expecting field name (* or [a..z0..9_$])')
  return name
}

export function takeQuoted(cursor: TextCursor): string {
  const quoted = takeMatch(cursor, /"(?:[^"\\]|\\.)*"/)
  if (quoted === null) throw parseError(cursor, 'expecting a closing quote')
  return quoted.slice(1, -1).replace(/\\(.)/gsu, '$1')
}

function takePath(cursor: TextCursor): JsonPathStep[] {
  const path: JsonPathStep[] = []
  for (;;) {
    const arrow = take(cursor, '->>') ? '->>' : take(cursor, '->') ? '->' : null
    if (!arrow) return path
    const index = takeMatch(cursor, /-?\d{1,9}(?=->|::|[.,)]|$)/)
    path.push({ arrow, key: index === null ? takeName(cursor) : Number(index) })
  }
}

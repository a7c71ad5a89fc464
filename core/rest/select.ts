// Parses `select=`: the selected columns and their names.
import { expectEnd, openCursor, parseError, type TextCursor, take, takeList, takeMatch } from './cursor.ts'
import { type Field, takeField, takeName } from './field.ts'
import { notServed, RestRefusal } from './refusal.ts'
import type { RestTable } from './tables.ts'

export interface SelectedColumn {
  field: Field
  name: string
}

export function readSelect(table: RestTable, text: string): SelectedColumn[] {
  const cursor = openCursor('select parameter', text)
  const columns = takeList(cursor, one => takeColumns(one, table)).flat()
  expectEnd(cursor)
  return columns
}

function takeColumns(cursor: TextCursor, table: RestTable): SelectedColumn[] {
  if (take(cursor, '*')) return table.columns.map(column => ({ field: { column, path: [] }, name: column }))
  refuseRelations(cursor, table)
  const alias = takeMatch(cursor, /[\p{L}\p{N}_ $]+:(?!:)/u)
  const field = takeField(cursor, table)
  if (take(cursor, '::')) throw notServed('A cast (::)')
  if (!/^ *(?:,|$)/.test(cursor.text.slice(cursor.at))) throw parseError(cursor)
  const keys = field.path.map(step => step.key).filter(key => typeof key === 'string')
  return [{ field, name: alias?.slice(0, -1).trim() ?? keys.at(-1) ?? field.column }]
}

// `count()`, `role.max()`, `other(*)`, `...other(*)`: with no foreign keys between the tables there is nothing to embed.
function refuseRelations(cursor: TextCursor, table: RestTable): void {
  const rest = cursor.text.slice(cursor.at)
  if (/^(?:[^,()]*\.)?(?:count|sum|avg|max|min)\(\)/.test(rest))
    throw new RestRefusal(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const embedded = /^(?:\.\.\.?)?(?:[\p{L}\p{N}_ $]+:)?([\p{L}\p{N}_ $]+)(?:![\p{L}\p{N}_]+)*\(/u.exec(rest)?.[1]
  if (embedded === undefined) return
  throw new RestRefusal(
    400,
    'PGRST200',
    `Could not find a relationship between '${table.name}' and '${embedded}' in the schema cache`,
    `Searched for a foreign key relationship between '${table.name}' and '${embedded}' in the schema 'public', but no matches were found.`,
  )
}

/** `columns=` and `on_conflict=`: bare or quoted names. */
export function readNames(what: string, text: string): string[] {
  const cursor = openCursor(what, text)
  const names = takeList(cursor, takeName)
  expectEnd(cursor)
  return names
}

// Writes filters and lists as a Mailferry file: JSON with trees, or YAML with typed queries for people.
import { stringify } from 'yaml'
import type { Action } from '../action.ts'
import { parseQuery } from '../query/parse.ts'
import { printInOrder } from '../query/print.ts'
import type { Condition } from '../tree.ts'
import type { ImportedFilter } from './imported.ts'
import { formatVersion } from './read.ts'
import type { ImportedList } from './read-lists.ts'

export interface FilterSet {
  filters: ImportedFilter[]
  lists: ImportedList[]
}

/** `readFilterFile` reads back the same filters and lists. */
export function writeJson({ filters, lists }: FilterSet): string {
  const plain = filters.map(({ name, paused, condition, actions }) => ({ name, paused, condition, actions }))
  return `${JSON.stringify({ mailferry: formatVersion, filters: plain, lists: toRecord(lists) }, null, 2)}\n`
}

/** As people would write it; conditions are simplified when read back. */
export function writeYaml({ filters, lists }: FilterSet): string {
  const plain = filters.map(({ name, paused, condition, actions }) => ({
    name,
    ...(paused && { paused }),
    condition: toQueryText(condition),
    actions: actions.map(toShortAction),
  }))
  const content = { mailferry: formatVersion, filters: plain, ...(lists.length > 0 && { lists: toRecord(lists) }) }
  return stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })
}

const toRecord = (lists: ImportedList[]) => Object.fromEntries(lists.map(list => [list.name, list.entries]))

/** A condition with an unreadable pattern cannot be written as a query. */
function toQueryText(condition: Condition): string | Condition {
  const query = printInOrder(condition)
  return parseQuery(query).problems.length === 0 ? query : condition
}

/** An action without further fields becomes its name. */
function toShortAction(action: Action): Action | string {
  const { kind, ...rest } = action
  return Object.values(rest).every(value => value === undefined || (Array.isArray(value) && value.length === 0)) ? kind : action
}

// Writes filters and lists as a Mailferry file: JSON with trees, or YAML with typed queries for people.
import { stringify } from 'yaml'
import { parseQuery } from '../query/parse.ts'
import { printInOrder } from '../query/print.ts'
import type { Condition } from '../tree.ts'
import type { PrintedFilter } from './diff.ts'
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
  return printYaml({ filters: filters.map(toReadable), ...(lists.length > 0 && { lists: toRecord(lists) }) })
}

export const printYaml = (sections: object): string =>
  stringify({ mailferry: formatVersion, ...sections }, { lineWidth: 0, aliasDuplicateObjects: false })

export const toReadable = ({ name, paused, condition, actions }: PrintedFilter) => ({
  name,
  ...(paused && { paused }),
  condition: toQueryText(condition),
  actions: actions.map(toShortAction),
})

export const toRecord = (lists: ImportedList[]) => Object.fromEntries(lists.map(list => [list.name, list.entries]))

/** A condition with an unreadable pattern cannot be written as a query. */
function toQueryText(condition: Condition): string | Condition {
  const query = printInOrder(condition)
  return parseQuery(query).problems.length === 0 ? query : condition
}

/** An action without further fields becomes its name. */
function toShortAction(action: { kind: string }): { kind: string } | string {
  const { kind, ...rest } = action
  return Object.values(rest).every(value => value === undefined || (Array.isArray(value) && value.length === 0)) ? kind : action
}

// Writes filters and lists as a file of ours: JSON with trees, or YAML with typed queries for people.
import { stringify } from 'yaml'
import type { Action } from '../action.ts'
import { parseQuery } from '../query/parse.ts'
import { printInOrder } from '../query/print.ts'
import type { Condition } from '../tree.ts'
import type { ImportedFilter } from './imported.ts'
import { formatVersion } from './read.ts'
import type { WordsByName } from './read-lists.ts'

export interface FilterSet {
  filters: ImportedFilter[]
  lists: WordsByName[]
}

/** `readFilterFile` of it gives the same filters and lists. */
export function writeJson({ filters, lists }: FilterSet): string {
  const plain = filters.map(({ name, paused, condition, actions }) => ({ name, paused, condition, actions }))
  return `${JSON.stringify({ mailferry: formatVersion, filters: plain, lists: byName(lists) }, null, 2)}\n`
}

/** The same as people would write it; conditions come back simplified. */
export function writeYaml({ filters, lists }: FilterSet): string {
  const plain = filters.map(({ name, paused, condition, actions }) => ({
    name,
    ...(paused && { paused }),
    condition: typed(condition),
    actions: actions.map(shortened),
  }))
  const content = { mailferry: formatVersion, filters: plain, ...(lists.length > 0 && { lists: byName(lists) }) }
  return stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })
}

const byName = (lists: WordsByName[]) => Object.fromEntries(lists.map(list => [list.name, list.entries]))

/** A condition with a pattern that nobody can read has no query. */
function typed(condition: Condition): string | Condition {
  const query = printInOrder(condition)
  return parseQuery(query).problems.length === 0 ? query : condition
}

/** An action of which nothing more is said is its name. */
function shortened(action: Action): Action | string {
  const { kind, ...rest } = action
  return Object.values(rest).every(value => value === undefined || (Array.isArray(value) && value.length === 0)) ? kind : action
}

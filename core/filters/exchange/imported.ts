// What an import from elsewhere gives: filters, and a warning for every clause that did not become one.
import type { Action, Filter } from '../action.ts'
import type { Condition } from '../tree.ts'

/** `code` is a words id; `at` are UTF-16 offsets into the text that was read, or into the text that would be written. */
export interface Warning {
  code: string
  at: { start: number; end: number }
  values: Record<string, string | number>
}

export interface ImportedFilter extends Pick<Filter, 'name' | 'paused'> {
  condition: Condition
  actions: Action[]
}

/** Nothing is dropped silently: what a filter here cannot say is a warning. */
export interface Imported {
  filters: ImportedFilter[]
  warnings: Warning[]
}

/** A text for another program; what it cannot say is a warning that points at where it would stand. */
export interface Exported {
  text: string
  warnings: Warning[]
}

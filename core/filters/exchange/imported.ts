// The results of imports and exports: filters, and a warning for everything that could not be converted.
import type { Action, Filter } from '../action.ts'
import type { Condition } from '../tree.ts'

/** `code` is a catalog key; `at` are UTF-16 offsets into the text that was read or written. */
export interface Warning {
  code: string
  at: { start: number; end: number }
  values: Record<string, string | number>
}

export interface ImportedFilter extends Pick<Filter, 'name' | 'paused'> {
  condition: Condition
  actions: Action[]
}

/** Nothing is dropped silently: whatever our filters cannot express is a warning. */
export interface Imported {
  filters: ImportedFilter[]
  warnings: Warning[]
}

/** Text for another program; whatever it cannot express is a warning that points to where it would be. */
export interface Exported {
  text: string
  warnings: Warning[]
}

// A problem in a typed query: its code and position.
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from '../exchange/imported.ts'

/** `code` is a catalog key; `at` lies within the text that was read. */
export interface QueryProblem extends Warning {
  code: `query.${WordKey<'query'>}`
}
export type ProblemCode = WordKey<'query'>

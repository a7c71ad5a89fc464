// What is wrong with a typed query, and where.
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from '../exchange/imported.ts'

/** Its sentence is in the words of the query; `at` lies within the text that was read. */
export interface QueryProblem extends Warning {
  code: `query.${WordKey<'query'>}`
}
export type ProblemCode = WordKey<'query'>

// What is wrong with a typed query, and where.
import type { Key } from '../../words/rooms.ts'
import type { Warning } from '../exchange/imported.ts'

/** Its sentence is in the words of the query; `at` lies within the text that was read. */
export interface Problem extends Warning {
  code: `query.${Key<'query'>}`
}
export type ProblemCode = Key<'query'>

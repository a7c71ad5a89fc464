// Parses a typed query, including its regular expressions.
import { patternProblem } from '../pattern.ts'
import type { Effort } from './cursor.ts'
import { type QueryReading, readTypedQuery } from './read.ts'

export const parseQuery = (text: string, effort?: Effort): QueryReading => readTypedQuery(text, patternProblem, effort)

// Reads a typed query, its regexps included.
import { patternProblem } from '../pattern.ts'
import type { Effort } from './cursor.ts'
import { type Read, readQuery } from './read.ts'

export const parseQuery = (text: string, effort?: Effort): Read => readQuery(text, patternProblem, effort)

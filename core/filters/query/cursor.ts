// Holds a query while it is read from left to right, and collects its problems.
import type { PatternProblem } from '../pattern.ts'
import type { ProblemCode, QueryProblem } from './problem.ts'

export interface QueryCursor {
  text: string
  /** Gmail's dialect: no signs before values, and `to:` covers all recipients. */
  isGmail: boolean
  at: number
  /** The number of open groups. */
  depth: number
  effort: Effort
  checkPattern: CheckPattern
  problems: QueryProblem[]
  /** The value or word read last; `name` is its field, null for a bare word. */
  last: { name: string | null; start: number; end: number }
  /** The field of the innermost group still open at the end of the text; undefined if none is open. */
  open: string | null | undefined
}

/** The number of values and the cost of patterns, in one text or in all texts of a file. */
export interface Effort {
  values: number
  patterns: number
}

const maxProblems = 20

export const newEffort = (): Effort => ({ values: 0, patterns: 0 })

/** Null if the regular expression is valid or not checked. */
export type CheckPattern = (pattern: string) => PatternProblem | null

interface CursorOptions {
  isGmail?: boolean
  effort?: Effort
  checkPattern?: CheckPattern
}

export const newQueryCursor = (
  text: string,
  { isGmail = false, effort = newEffort(), checkPattern = () => null }: CursorOptions = {},
): QueryCursor => ({
  text,
  isGmail,
  at: 0,
  depth: 0,
  effort,
  checkPattern,
  problems: [],
  last: { name: null, start: 0, end: 0 },
  open: undefined,
})

/** Returns null, so that readers can return the call. */
export function noteProblem(cursor: QueryCursor, code: ProblemCode, start: number, end: number, values: QueryProblem['values'] = {}): null {
  cursor.problems.push({ code: `query.${code}`, at: { start, end }, values })
  if (cursor.problems.length >= maxProblems) stop(cursor)
  return null
}

/** Skips the rest of the text. */
export function stop(cursor: QueryCursor): void {
  cursor.at = cursor.text.length
}

export const isAtQueryEnd = (cursor: QueryCursor): boolean => cursor.at >= cursor.text.length

/** Matches a sticky pattern at the cursor and moves past the match. */
export function takeToken(cursor: QueryCursor, pattern: RegExp): RegExpExecArray | null {
  const found = peek(cursor, pattern)
  if (found) cursor.at += found[0].length
  return found
}

export function peek(cursor: QueryCursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at
  return pattern.exec(cursor.text)
}

const space = /[\s,;]*/y
/** Commas and semicolons separate terms too. */
export function skipSpace(cursor: QueryCursor): void {
  takeToken(cursor, space)
}

const boundary = /[\s(){}"“”„]/
/** Not part of a word. */
export const isBoundary = (character: string | undefined): boolean => character === undefined || boundary.test(character)

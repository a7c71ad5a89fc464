// A text that is being read from left to right, and what was noted on the way.
import type { PatternProblem } from '../pattern.ts'
import type { ProblemCode, QueryProblem } from './problem.ts'

export interface QueryCursor {
  text: string
  /** Gmail knows no signs before a value, and its `to:` looks wherever the mail was delivered to. */
  isGmails: boolean
  at: number
  /** How many groups are open. */
  depth: number
  effort: Effort
  look: LookAtPattern
  problems: QueryProblem[]
  /** The value or word that was read last; `name` is its field, or null for a word without one. */
  last: { name: string | null; start: number; end: number }
  /** The field of the innermost group that the end of the text leaves open; undefined where none is open. */
  open: string | null | undefined
}

/** What was read of one text, or of all texts of a file: how many values, and how much work its patterns are. */
export interface Effort {
  values: number
  patterns: number
}

const mostProblems = 20

export const newEffort = (): Effort => ({ values: 0, patterns: 0 })

/** What is wrong with a regexp; null where nothing is, or where it is not looked at. */
export type LookAtPattern = (pattern: string) => PatternProblem | null

interface Opening {
  isGmails?: boolean
  effort?: Effort
  look?: LookAtPattern
}

export const openCursor = (text: string, { isGmails = false, effort = newEffort(), look = () => null }: Opening = {}): QueryCursor => ({
  text,
  isGmails,
  at: 0,
  depth: 0,
  effort,
  look,
  problems: [],
  last: { name: null, start: 0, end: 0 },
  open: undefined,
})

/** Notes what is wrong between `start` and `end`, and gives null for what cannot be read there. */
export function note(cursor: QueryCursor, code: ProblemCode, start: number, end: number, values: QueryProblem['values'] = {}): null {
  cursor.problems.push({ code: `query.${code}`, at: { start, end }, values })
  if (cursor.problems.length >= mostProblems) stop(cursor)
  return null
}

/** Reads no further. */
export function stop(cursor: QueryCursor): void {
  cursor.at = cursor.text.length
}

export const isAtEnd = (cursor: QueryCursor): boolean => cursor.at >= cursor.text.length

/** What `pattern`, which is sticky, finds at the cursor; the cursor moves behind it. */
export function take(cursor: QueryCursor, pattern: RegExp): RegExpExecArray | null {
  const found = peek(cursor, pattern)
  if (found) cursor.at += found[0].length
  return found
}

export function peek(cursor: QueryCursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at
  return pattern.exec(cursor.text)
}

const space = /[\s,;]*/y
/** What separates words in a sentence separates terms. */
export function skipSpace(cursor: QueryCursor): void {
  take(cursor, space)
}

const boundary = /[\s(){}"“”„]/
/** Nothing that belongs to a word stands here. */
export const isBoundary = (letter: string | undefined): boolean => letter === undefined || boundary.test(letter)

// Reads a typed query: Gmail's grammar with our own names and signs, so that every condition can be typed.
import { findBrokenLimit } from '../limits.ts'
import { simplify } from '../normalize.ts'
import type { Condition } from '../tree.ts'
import { type CheckPattern, type Effort, isAtQueryEnd, newEffort, newQueryCursor, noteProblem, type QueryCursor } from './cursor.ts'
import { readFieldOrWord } from './field.ts'
import type { QueryLeaf } from './leaf.ts'
import type { QueryProblem } from './problem.ts'
import { readSequence } from './sequence.ts'

const maxQueryCharacters = 1_000_000

/** `condition` leaves out the parts with problems. */
export interface QueryReading {
  condition: Condition | null
  problems: QueryProblem[]
}

/**
 * Never throws; linear time. `condition` is null if there is any problem. Problems are in text order. Texts that share an `effort`
 * share its limits. `checkPattern` is passed in, so that callers choose whether regular expressions are checked.
 */
export function readTypedQuery(text: string, checkPattern: CheckPattern, effort: Effort = newEffort()): QueryReading {
  const cursor = newQueryCursor(text, { checkPattern: checkPattern, effort })
  const condition = readText(cursor, null, false)
  const result = cursor.problems.length === 0 ? applyLimits(cursor, condition) : null
  return { condition: result, problems: cursor.problems }
}

/** Reads as much of a Gmail query as possible; `leaf` reads bare words, `isAny` makes the terms alternatives. */
export function readGmailQuery(text: string, leaf: QueryLeaf | null, isAny: boolean, effort: Effort): QueryReading {
  const cursor = newQueryCursor(text, { isGmail: true, effort })
  return { condition: applyLimits(cursor, readText(cursor, leaf, isAny)), problems: cursor.problems }
}

function readText(cursor: QueryCursor, leaf: QueryLeaf | null, isAny: boolean): Condition | null {
  const { length } = cursor.text
  return length > maxQueryCharacters
    ? noteProblem(cursor, 'too_long', maxQueryCharacters, length, { longest: maxQueryCharacters })
    : readTerms(cursor, leaf, isAny)
}

/** Reads to the end, and leaves problems and open groups in the cursor. */
export function readTerms(cursor: QueryCursor, leaf: QueryLeaf | null, isAny: boolean): Condition | null {
  const condition = readSequence(cursor, { closer: null, start: 0, isAny, leaf }, readFieldOrWord)
  if (!condition && cursor.problems.length === 0 && isAtQueryEnd(cursor)) return noteProblem(cursor, 'empty', 0, cursor.text.length)
  return condition
}

function applyLimits(cursor: QueryCursor, condition: Condition | null): Condition | null {
  const simple = condition && simplify(condition)
  const broken = simple && findBrokenLimit(simple)
  if (!broken) return simple
  return noteProblem(cursor, broken === 'filters.too_deep' ? 'too_deep' : 'too_many', 0, cursor.text.length)
}

// Reads a typed query: Gmail's grammar with names and signs of our own, so that every condition can be typed. What reads regexps is handed in.
import { withinLimits } from '../limits.ts'
import { simplify } from '../normal.ts'
import type { Condition } from '../tree.ts'
import { type Effort, isAtEnd, type LookAtPattern, newEffort, note, openCursor, type QueryCursor } from './cursor.ts'
import { readFieldOrWord } from './field.ts'
import type { QueryLeaf } from './leaf.ts'
import type { QueryProblem } from './problem.ts'
import { readSequence } from './sequence.ts'

const longestQuery = 1_000_000

/** What was read; `condition` leaves out what the problems point at. */
export interface Read {
  condition: Condition | null
  problems: QueryProblem[]
}

/**
 * Never throws; time grows with the text alone. `condition` is null where there is any problem.
 * Several problems may be told at once; what was typed first stays first. Texts with the same `effort` share what they may hold.
 */
export function readQuery(text: string, look: LookAtPattern, effort: Effort = newEffort()): Read {
  const cursor = openCursor(text, { look, effort })
  const condition = readText(cursor, null, false)
  const judgement = cursor.problems.length === 0 ? judged(cursor, condition) : null
  return { condition: judgement, problems: cursor.problems }
}

/** All that could be read of a query of Gmail's; `leaf` reads words that have no field, `isAny` lets any part be enough. */
export function readGmailQuery(text: string, leaf: QueryLeaf | null, isAny: boolean, effort: Effort): Read {
  const cursor = openCursor(text, { isGmails: true, effort })
  return { condition: judged(cursor, readText(cursor, leaf, isAny)), problems: cursor.problems }
}

function readText(cursor: QueryCursor, leaf: QueryLeaf | null, isAny: boolean): Condition | null {
  const { length } = cursor.text
  return length > longestQuery ? note(cursor, 'too_long', longestQuery, length, { longest: longestQuery }) : readAll(cursor, leaf, isAny)
}

/** Reads as far as the cursor's text goes, for its problems and what is open at its end. */
export function readAll(cursor: QueryCursor, leaf: QueryLeaf | null, isAny: boolean): Condition | null {
  const condition = readSequence(cursor, { closer: null, start: 0, isAny, leaf }, readFieldOrWord)
  if (!condition && cursor.problems.length === 0 && isAtEnd(cursor)) return note(cursor, 'empty', 0, cursor.text.length)
  return condition
}

function judged(cursor: QueryCursor, condition: Condition | null): Condition | null {
  const simple = condition && simplify(condition)
  const broken = simple && withinLimits(simple)
  if (!broken) return simple
  return note(cursor, broken === 'filters.too_deep' ? 'too_deep' : 'too_many', 0, cursor.text.length)
}

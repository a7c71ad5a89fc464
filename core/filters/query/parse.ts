// Reads a typed query: Gmail's grammar with names and signs of our own, so that every condition can be typed.
import { withinLimits } from '../limits.ts'
import { simplify } from '../normal.ts'
import type { Condition } from '../tree.ts'
import { type Cursor, isAtEnd, note, openCursor } from './cursor.ts'
import { readFieldOrWord } from './field.ts'
import type { Leaf } from './leaf.ts'
import type { Problem } from './problem.ts'
import { readSequence } from './sequence.ts'

export const longestQuery = 1_000_000

/** What could be read, though there are problems: `condition` leaves out what they point at. */
export interface Read {
  condition: Condition | null
  problems: Problem[]
}

/**
 * Never throws; time grows with the text alone. `condition` is null where there is any problem.
 * Several problems may be told at once; what was typed first stays first.
 */
export function parseQuery(text: string): Read {
  const read = readQuery(text)
  return read.problems.length === 0 ? read : { condition: null, problems: read.problems }
}

/** The same with all that could be read; `leaf` reads words that have no field, `isAny` lets any part be enough. */
export function readQuery(text: string, leaf: Leaf | null = null, isAny = false): Read {
  const cursor = openCursor(text)
  if (text.length > longestQuery) note(cursor, 'too_long', longestQuery, text.length, { longest: longestQuery })
  else return { condition: judged(cursor, readAll(cursor, leaf, isAny)), problems: cursor.problems }
  return { condition: null, problems: cursor.problems }
}

/** Reads as far as the cursor's text goes, for its problems and what is open at its end. */
export function readAll(cursor: Cursor, leaf: Leaf | null, isAny: boolean): Condition | null {
  const condition = readSequence(cursor, { closer: null, start: 0, isAny, leaf }, readFieldOrWord)
  if (!condition && cursor.problems.length === 0 && isAtEnd(cursor)) return note(cursor, 'empty', 0, cursor.text.length)
  return condition
}

function judged(cursor: Cursor, condition: Condition | null): Condition | null {
  const simple = condition && simplify(condition)
  const broken = simple && withinLimits(simple)
  if (!broken) return simple
  return note(cursor, broken === 'filters.too_deep' ? 'too_deep' : 'too_many', 0, cursor.text.length)
}

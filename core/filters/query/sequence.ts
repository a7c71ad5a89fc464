// Reads adjacent terms: all must match; `OR` binds tighter, braces mean any, `-` means not.
import { maxDepth, maxTests, maxValues } from '../limits.ts'
import type { Condition } from '../tree.ts'
import { isAtQueryEnd, isBoundary, noteProblem, type QueryCursor, skipSpace, stop, takeToken } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'

/** A group being read. `leaf` reads its words; null if words may name fields. */
export interface OpenGroup {
  closer: ')' | '}' | null
  start: number
  isAny: boolean
  leaf: QueryLeaf | null
}

/** Reads one term that is not a group; with `leaf`, a value of its field. */
export type ReadTerm = (cursor: QueryCursor, leaf: QueryLeaf | null) => Condition | null

/** A term and its sign may each be in a group. */
const maxGroupDepth = maxDepth * 2 + 8
export const maxQueryValues = maxTests + maxValues
const keyword = /(OR|AND|NOT|AROUND)(?![^\s(){}"“”„])/y

/** Reads up to and including the closer, or to the end; null if nothing could be read. */
export function readSequence(cursor: QueryCursor, group: OpenGroup, readTerm: ReadTerm): Condition | null {
  const parts: Condition[][] = []
  const state = { joins: null as 'OR' | 'AND' | null, joinAt: 0, terms: 0 }
  for (skipSpace(cursor); !isAtQueryEnd(cursor); skipSpace(cursor)) {
    const character = cursor.text.charAt(cursor.at)
    if (character === group.closer) break
    if (character === ')' || character === '}') {
      noteProblem(cursor, 'closer_extra', cursor.at, cursor.at + 1, { sign: character })
      cursor.at += 1
      continue
    }
    const word = takeToken(cursor, keyword)
    if (word) {
      readKeyword(cursor, group, state, word[0])
      continue
    }
    const term = readSigned(cursor, group.leaf, readTerm)
    const last = parts.at(-1)
    if (term && state.joins === 'OR' && last) last.push(term)
    else if (term) parts.push([term])
    state.joins = null
    state.terms += 1
    if (cursor.effort.values > maxQueryValues && !isAtQueryEnd(cursor)) noteProblem(cursor, 'too_many', cursor.at, cursor.text.length)
    if (cursor.effort.values > maxQueryValues) stop(cursor)
  }
  closeGroup(cursor, group, state)
  return joinParts(parts, group.isAny)
}

function readKeyword(
  cursor: QueryCursor,
  group: OpenGroup,
  state: { joins: string | null; joinAt: number; terms: number },
  word: string,
): void {
  const start = cursor.at - word.length
  if (word === 'NOT' || word === 'AROUND') noteProblem(cursor, word === 'NOT' ? 'not' : 'around', start, cursor.at)
  else if (word === 'AND' && group.isAny) noteProblem(cursor, 'and_in_braces', start, cursor.at)
  else if (state.terms === 0 || state.joins !== null) noteProblem(cursor, 'join_alone', start, cursor.at, { word })
  else {
    state.joins = word
    state.joinAt = start
  }
}

/** Skips the closer, or notes that it is missing. */
function closeGroup(cursor: QueryCursor, group: OpenGroup, state: { joins: string | null; joinAt: number; terms: number }): void {
  if (state.joins) noteProblem(cursor, 'join_alone', state.joinAt, state.joinAt + state.joins.length, { word: state.joins })
  if (group.closer === null) return
  if (!isAtQueryEnd(cursor)) {
    cursor.at += 1
    if (state.terms === 0) noteProblem(cursor, 'group_empty', group.start, cursor.at)
    return
  }
  if (cursor.open === undefined) cursor.open = group.leaf?.name ?? null
  noteProblem(cursor, 'group_open', group.start, group.start + 1, { sign: group.closer })
}

function joinParts(parts: Condition[][], isAny: boolean): Condition | null {
  const [first] = parts
  if (!first) return null
  if (isAny) return { any: parts.flat() }
  return parts.length === 1 ? { any: first } : { all: parts.map(any => ({ any })) }
}

function readSigned(cursor: QueryCursor, leaf: QueryLeaf | null, readTerm: ReadTerm): Condition | null {
  const start = cursor.at
  const minuses = takeToken(cursor, /-+/y)?.[0].length ?? 0
  if (minuses > 0 && isBoundary(cursor.text[cursor.at]) && !'({"“„'.includes(cursor.text[cursor.at] ?? ' '))
    return noteProblem(cursor, 'minus_alone', start, cursor.at)
  const character = cursor.text.charAt(cursor.at)
  const term = character === '(' || character === '{' ? readGroup(cursor, leaf, readTerm) : readTerm(cursor, leaf)
  return term && minuses % 2 === 1 ? { none: [term] } : term
}

/** Reads a group that opens at the cursor. */
export function readGroup(cursor: QueryCursor, leaf: QueryLeaf | null, readTerm: ReadTerm): Condition | null {
  const start = cursor.at
  if (cursor.depth === maxGroupDepth) {
    noteProblem(cursor, 'too_deep', start, start + 1)
    stop(cursor)
    return null
  }
  const isAny = cursor.text.charAt(start) === '{'
  cursor.at += 1
  cursor.depth += 1
  const condition = readSequence(cursor, { closer: isAny ? '}' : ')', start, isAny, leaf }, readTerm)
  cursor.depth -= 1
  return condition
}

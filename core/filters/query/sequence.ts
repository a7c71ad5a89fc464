// Terms side by side: all must hold, `OR` binds tighter, braces mean any, `-` means not.
import { maxDepth, maxTests, maxValues } from '../limits.ts'
import type { Condition } from '../tree.ts'
import { isAtEnd, isBoundary, note, type QueryCursor, skipSpace, stop, take } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'

/** A group that is being read. `leaf` reads its words; null where a word may name a field. */
export interface Opened {
  closer: ')' | '}' | null
  start: number
  isAny: boolean
  leaf: QueryLeaf | null
}

/** Reads one term that is no group: with `leaf` a value of its field. */
export type ReadTerm = (cursor: QueryCursor, leaf: QueryLeaf | null) => Condition | null

/** A term and its sign may each stand in a group of their own. */
const deepest = maxDepth * 2 + 8
export const mostValues = maxTests + maxValues
const keyword = /(OR|AND|NOT|AROUND)(?![^\s(){}"“”„])/y

/** Reads up to the closer, which it takes, or to the end; null where nothing could be read. */
export function readSequence(cursor: QueryCursor, opened: Opened, readTerm: ReadTerm): Condition | null {
  const parts: Condition[][] = []
  const state = { joins: null as 'OR' | 'AND' | null, joinAt: 0, terms: 0 }
  for (skipSpace(cursor); !isAtEnd(cursor); skipSpace(cursor)) {
    const letter = cursor.text.charAt(cursor.at)
    if (letter === opened.closer) break
    if (letter === ')' || letter === '}') {
      note(cursor, 'closer_extra', cursor.at, cursor.at + 1, { sign: letter })
      cursor.at += 1
      continue
    }
    const word = take(cursor, keyword)
    if (word) {
      readKeyword(cursor, opened, state, word[0])
      continue
    }
    const term = readSigned(cursor, opened.leaf, readTerm)
    const last = parts.at(-1)
    if (term && state.joins === 'OR' && last) last.push(term)
    else if (term) parts.push([term])
    state.joins = null
    state.terms += 1
    if (cursor.effort.values > mostValues && !isAtEnd(cursor)) note(cursor, 'too_many', cursor.at, cursor.text.length)
    if (cursor.effort.values > mostValues) stop(cursor)
  }
  close(cursor, opened, state)
  return groupOf(parts, opened.isAny)
}

function readKeyword(
  cursor: QueryCursor,
  opened: Opened,
  state: { joins: string | null; joinAt: number; terms: number },
  word: string,
): void {
  const start = cursor.at - word.length
  if (word === 'NOT' || word === 'AROUND') note(cursor, word === 'NOT' ? 'not' : 'around', start, cursor.at)
  else if (word === 'AND' && opened.isAny) note(cursor, 'and_in_braces', start, cursor.at)
  else if (state.terms === 0 || state.joins !== null) note(cursor, 'join_alone', start, cursor.at, { word })
  else {
    state.joins = word
    state.joinAt = start
  }
}

/** Takes the closer, or notes that it is missing. */
function close(cursor: QueryCursor, opened: Opened, state: { joins: string | null; joinAt: number; terms: number }): void {
  if (state.joins) note(cursor, 'join_alone', state.joinAt, state.joinAt + state.joins.length, { word: state.joins })
  if (opened.closer === null) return
  if (!isAtEnd(cursor)) {
    cursor.at += 1
    if (state.terms === 0) note(cursor, 'group_empty', opened.start, cursor.at)
    return
  }
  if (cursor.open === undefined) cursor.open = opened.leaf?.name ?? null
  note(cursor, 'group_open', opened.start, opened.start + 1, { sign: opened.closer })
}

function groupOf(parts: Condition[][], isAny: boolean): Condition | null {
  const [first] = parts
  if (!first) return null
  if (isAny) return { any: parts.flat() }
  return parts.length === 1 ? { any: first } : { all: parts.map(any => ({ any })) }
}

function readSigned(cursor: QueryCursor, leaf: QueryLeaf | null, readTerm: ReadTerm): Condition | null {
  const start = cursor.at
  const minuses = take(cursor, /-+/y)?.[0].length ?? 0
  if (minuses > 0 && isBoundary(cursor.text[cursor.at]) && !'({"“„'.includes(cursor.text[cursor.at] ?? ' '))
    return note(cursor, 'minus_alone', start, cursor.at)
  const letter = cursor.text.charAt(cursor.at)
  const term = letter === '(' || letter === '{' ? readGroup(cursor, leaf, readTerm) : readTerm(cursor, leaf)
  return term && minuses % 2 === 1 ? { none: [term] } : term
}

/** Reads a group whose opener stands at the cursor. */
export function readGroup(cursor: QueryCursor, leaf: QueryLeaf | null, readTerm: ReadTerm): Condition | null {
  const start = cursor.at
  if (cursor.depth === deepest) {
    note(cursor, 'too_deep', start, start + 1)
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

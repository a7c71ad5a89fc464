// Reads a term that is not a group: a field with its value, or a word.
import type { Condition } from '../tree.ts'
import { readWord } from './atom.ts'
import { isBoundary, noteProblem, type QueryCursor, takeToken } from './cursor.ts'
import { exactLeaf } from './exact.ts'
import { hasLeaf, isLeaf, readHeaderName } from './facts.ts'
import { newWordsLeaf, type QueryLeaf, readBareWord } from './leaf.ts'
import { findSearchedField, isOtherName, offeredNames, refusedNames } from './names.ts'
import { newOtherLeaf } from './other-leaves.ts'
import type { ProblemCode } from './problem.ts'
import { readGroup } from './sequence.ts'

// A URL is a word, not a field.
const fieldSign = /([a-z][a-z0-9_-]*):(?!\/\/)/iy

export function readFieldOrWord(cursor: QueryCursor, leaf: QueryLeaf | null): Condition | null {
  if (leaf) return readTracked(cursor, leaf.name, () => leaf.read(cursor))
  const start = cursor.at
  const name = takeToken(cursor, fieldSign)?.[1]
  if (name === undefined) return readTracked(cursor, null, () => readBareWord(cursor))
  return readField(cursor, name.toLowerCase(), start)
}

function readField(cursor: QueryCursor, name: string, start: number): Condition | null {
  cursor.last = { name, start: cursor.at, end: cursor.at }
  const found = findLeaf(cursor, name, start)
  if (found === null) {
    skipValue(cursor)
    cursor.last = { ...cursor.last, end: cursor.at }
    return null
  }
  const character = cursor.text.charAt(cursor.at)
  if (found === exactLeaf) return character === '{' ? found.read(cursor) : noteProblem(cursor, 'exact', start, cursor.at)
  if (character === '(' || character === '{') return readGroup(cursor, found, readFieldOrWord)
  if (isBoundary(character === '' ? undefined : character) && !'"“„'.includes(character || ' '))
    return noteProblem(cursor, 'value_missing', start, cursor.at)
  return readTracked(cursor, found.name, () => found.read(cursor))
}

function findLeaf(cursor: QueryCursor, name: string, start: number): QueryLeaf | null {
  const searched = cursor.isGmail && name === 'to' ? findSearchedField('recipient') : findSearchedField(name)
  if (searched) return newWordsLeaf(name, searched)
  if (name === 'header') return readHeaderLeaf(cursor, start)
  if (name === 'has') return hasLeaf
  if (name === 'is') return isLeaf
  if (name === 'exact') return exactLeaf
  const other = isOtherName(name) ? newOtherLeaf(name) : null
  if (other) return other
  const end = start + name.length
  const refused = refusals.get(name)
  if (refused) return noteProblem(cursor, refused, start, end, { name })
  const near = findNearestName(name)
  return near ? noteProblem(cursor, 'field_near', start, end, { name, near }) : noteProblem(cursor, 'field_unknown', start, end, { name })
}

const refusals = new Map<string, ProblemCode>(Object.entries(refusedNames))

function readHeaderLeaf(cursor: QueryCursor, start: number): QueryLeaf | null {
  const name = readHeaderName(cursor, start)
  if (name === null) return null
  if (cursor.text.charAt(cursor.at) !== ':') return noteProblem(cursor, 'header_value', start, cursor.at, { name })
  cursor.at += 1
  return newWordsLeaf('header', { field: 'header', name })
}

/** The value of an unknown field belongs to the same problem. */
function skipValue(cursor: QueryCursor): void {
  if (!isBoundary(cursor.text[cursor.at]) || cursor.text.charAt(cursor.at) === '"') readWord(cursor)
}

/** Reads a value and records its position for completion. */
function readTracked(cursor: QueryCursor, name: string | null, read: () => Condition | null): Condition | null {
  const start = cursor.at
  const condition = read()
  cursor.last = { name, start, end: cursor.at }
  return condition
}

/** The offered name one typo away; else null. */
function findNearestName(typed: string): string | null {
  return typed.length < 3 || typed.length > 30 ? null : (offeredNames.find(name => isOneSlip(typed, name)) ?? null)
}

/** One insertion, deletion, substitution or swap. */
function isOneSlip(typed: string, name: string): boolean {
  if (Math.abs(typed.length - name.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === name[start]) start += 1
  const rests = [typed.slice(start), name.slice(start)]
  const [a = '', b = ''] = rests
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
}

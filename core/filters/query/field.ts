// A term that is no group: a field with its value, or a word.
import type { Condition } from '../tree.ts'
import { readWord } from './atom.ts'
import { isBoundary, note, type QueryCursor, take } from './cursor.ts'
import { leafOfExact } from './exact.ts'
import { leafOfHas, leafOfIs, readHeaderName } from './facts.ts'
import { leafOfWords, type QueryLeaf, readBareWord } from './leaf.ts'
import { fieldNamed, isOtherName, refusedNames } from './names.ts'
import { nearestName } from './nearest.ts'
import { leafOfOther } from './other-leaves.ts'
import type { ProblemCode } from './problem.ts'
import { readGroup } from './sequence.ts'

// What looks like a web address is a word.
const fieldSign = /([a-z][a-z0-9_-]*):(?!\/\/)/iy

export function readFieldOrWord(cursor: QueryCursor, leaf: QueryLeaf | null): Condition | null {
  if (leaf) return readNoted(cursor, leaf.name, () => leaf.read(cursor))
  const start = cursor.at
  const name = take(cursor, fieldSign)?.[1]
  if (name === undefined) return readNoted(cursor, null, () => readBareWord(cursor))
  return readField(cursor, name.toLowerCase(), start)
}

function readField(cursor: QueryCursor, name: string, start: number): Condition | null {
  cursor.last = { name, start: cursor.at, end: cursor.at }
  const found = leafNamed(cursor, name, start)
  if (found === null) {
    skipValue(cursor)
    cursor.last = { ...cursor.last, end: cursor.at }
    return null
  }
  const letter = cursor.text.charAt(cursor.at)
  if (found === leafOfExact) return letter === '{' ? found.read(cursor) : note(cursor, 'exact', start, cursor.at)
  if (letter === '(' || letter === '{') return readGroup(cursor, found, readFieldOrWord)
  if (isBoundary(letter === '' ? undefined : letter) && !'"“„'.includes(letter || ' '))
    return note(cursor, 'value_missing', start, cursor.at)
  return readNoted(cursor, found.name, () => found.read(cursor))
}

function leafNamed(cursor: QueryCursor, name: string, start: number): QueryLeaf | null {
  const place = cursor.isGmails && name === 'to' ? fieldNamed('recipient') : fieldNamed(name)
  if (place) return leafOfWords(name, place)
  if (name === 'header') return leafOfHeader(cursor, start)
  if (name === 'has') return leafOfHas
  if (name === 'is') return leafOfIs
  if (name === 'exact') return leafOfExact
  const other = isOtherName(name) ? leafOfOther(name) : null
  if (other) return other
  const end = start + name.length
  const refused = refusals.get(name)
  if (refused) return note(cursor, refused, start, end, { name })
  const near = nearestName(name)
  return near ? note(cursor, 'field_near', start, end, { name, near }) : note(cursor, 'field_unknown', start, end, { name })
}

const refusals = new Map<string, ProblemCode>(Object.entries(refusedNames))

function leafOfHeader(cursor: QueryCursor, start: number): QueryLeaf | null {
  const name = readHeaderName(cursor, start)
  if (name === null) return null
  if (cursor.text.charAt(cursor.at) !== ':') return note(cursor, 'header_value', start, cursor.at, { name })
  cursor.at += 1
  return leafOfWords('header', { field: 'header', name })
}

/** What stands behind a name that nobody knows is part of the same problem. */
function skipValue(cursor: QueryCursor): void {
  if (!isBoundary(cursor.text[cursor.at]) || cursor.text.charAt(cursor.at) === '"') readWord(cursor)
}

/** Reads, and remembers where, for completion. */
function readNoted(cursor: QueryCursor, name: string | null, read: () => Condition | null): Condition | null {
  const start = cursor.at
  const condition = read()
  cursor.last = { name, start, end: cursor.at }
  return condition
}

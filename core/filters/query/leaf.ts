// What a field makes of one value: a test of words, or nothing after a problem was noted.
import type { SearchedField } from '../fields.ts'
import { workOf } from '../pattern-size.ts'
import type { Condition } from '../tree.ts'
import { readMarked, readWord, type TypedValue } from './atom.ts'
import { note, type QueryCursor } from './cursor.ts'
import { isKnownName } from './names.ts'

/** Reads one value of the field `name` at the cursor. */
export interface QueryLeaf {
  name: string
  read(cursor: QueryCursor): Condition | null
}

const longestValue = 1000
const longestListName = 60
const mostOfPatterns = 5000
export const peopleFields = new Set(['from', 'to', 'cc', 'recipient', 'reply_to'])
const fieldSign = /^([a-z][a-z0-9_-]*):/i

export const leafOfWords = (name: string, place: SearchedField): QueryLeaf => ({
  name,
  read: cursor => {
    const atom = readMarked(cursor)
    return atom && wordsTest(cursor, place, atom)
  },
})

/** A word without a field stands somewhere in subject or body; a `*` in it is any run of letters. */
export function readBareWord(cursor: QueryCursor): Condition | null {
  const word = readWord(cursor)
  if (!word || !isFit(cursor, word, longestValue)) return null
  const text = word.text.trim()
  if (word.isQuoted || !text.includes('*')) return { field: 'any', operator: 'contains', values: [exactWord(word, text)] }
  const inside = `${text.startsWith('*') ? '' : '*'}${text}${text.endsWith('*') ? '' : '*'}`
  return { field: 'any', operator: 'wildcard', values: [inside] }
}

/** Gmail's `+word` asks for the word as it is written, as we always do. */
const exactWord = (word: TypedValue, text: string): string => (word.isQuoted ? text : text.replace(/^\+(?=\p{L})/u, ''))

function wordsTest(cursor: QueryCursor, place: SearchedField, atom: TypedValue): Condition | null {
  const { text, mark, isQuoted, start, end } = atom
  if (!isFit(cursor, atom, mark === 'in_list' ? longestListName : longestValue)) return null
  if (mark === 'in_list') return { ...place, operator: mark, list: text.trim() }
  const nested = isQuoted ? null : fieldSign.exec(text)?.[1]
  if (nested && mark === 'contains' && isKnownName(nested.toLowerCase())) return note(cursor, 'field_nested', start, end, { name: nested })
  if (!isQuoted && mark === 'contains' && peopleFields.has(place.field) && text.toLowerCase() === 'me')
    return note(cursor, 'me', start, end)
  if (mark === 'regexp' && isBroken(cursor, atom)) return null
  return { ...place, operator: mark, values: valuesOf(place, atom) }
}

/** Patterns take long to look at: those after the first are looked at when they are saved. */
function isBroken(cursor: QueryCursor, { text, start, end }: TypedValue): boolean {
  const pattern = text.trim()
  const { effort, look } = cursor
  const problem = effort.patterns <= mostOfPatterns ? look(pattern) : null
  effort.patterns += workOf(pattern)
  if (!problem) return false
  // Where the pattern stands as it is read, the problem is within it.
  const isVerbatim = cursor.text.slice(start + 1, end - 1) === pattern
  const at = isVerbatim ? { start: start + 1 + problem.at.start, end: start + 1 + problem.at.end } : { start, end }
  note(cursor, 'pattern', at.start, at.end, { why: problem.code.slice('pattern_'.length) })
  return true
}

/** A list is named like the address that it is written to: `news@example.com` is `news.example.com` in its List-Id. */
function valuesOf(place: SearchedField, { text, mark, isQuoted }: TypedValue): string[] {
  const value = text.trim()
  const isAddress = place.field === 'list' && mark === 'contains' && !isQuoted && /^[^@]+@[^@]+$/.test(value)
  return isAddress ? [value, value.replace('@', '.')] : [value]
}

/** Counts the value, and notes what is empty or too long. */
export function isFit(cursor: QueryCursor, { text, start, end }: TypedValue, longest: number): boolean {
  cursor.effort.values += 1
  const length = text.trim().length
  if (length === 0) note(cursor, 'value_empty', start, end)
  else if (length > longest) note(cursor, 'value_long', start, end, { longest })
  return length > 0 && length <= longest
}

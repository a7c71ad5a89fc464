// Converts one value of a field to a text test, or notes a problem.
import type { SearchedField } from '../fields.ts'
import { compileCost } from '../pattern-size.ts'
import type { Condition } from '../tree.ts'
import { readQueryValue, readWord, type TypedValue } from './atom.ts'
import { noteProblem, type QueryCursor } from './cursor.ts'
import { isKnownName } from './names.ts'

/** Reads one value of the field `name` at the cursor. */
export interface QueryLeaf {
  name: string
  read(cursor: QueryCursor): Condition | null
}

const maxValueCharacters = 1000
const maxListNameCharacters = 60
const maxPatternCost = 5000
export const peopleFields = new Set(['from', 'to', 'cc', 'recipient', 'reply_to'])
const fieldSign = /^([a-z][a-z0-9_-]*):/i

export const newWordsLeaf = (name: string, searched: SearchedField): QueryLeaf => ({
  name,
  read: cursor => {
    const atom = readQueryValue(cursor)
    return atom && toWordsTest(cursor, searched, atom)
  },
})

/** A bare word is searched in subject and body; `*` matches any characters. */
export function readBareWord(cursor: QueryCursor): Condition | null {
  const word = readWord(cursor)
  if (!word || !acceptValue(cursor, word, maxValueCharacters)) return null
  const text = word.text.trim()
  if (word.isQuoted || !text.includes('*')) return { field: 'any', operator: 'contains', values: [stripPlus(word, text)] }
  const inside = `${text.startsWith('*') ? '' : '*'}${text}${text.endsWith('*') ? '' : '*'}`
  return { field: 'any', operator: 'wildcard', values: [inside] }
}

/** Gmail's `+word` means an exact match, which is our default. */
const stripPlus = (word: TypedValue, text: string): string => (word.isQuoted ? text : text.replace(/^\+(?=\p{L})/u, ''))

function toWordsTest(cursor: QueryCursor, searched: SearchedField, atom: TypedValue): Condition | null {
  const { text, mark, isQuoted, start, end } = atom
  if (!acceptValue(cursor, atom, mark === 'in_list' ? maxListNameCharacters : maxValueCharacters)) return null
  if (mark === 'in_list') return { ...searched, operator: mark, list: text.trim() }
  const nested = isQuoted ? null : fieldSign.exec(text)?.[1]
  if (nested && mark === 'contains' && isKnownName(nested.toLowerCase()))
    return noteProblem(cursor, 'field_nested', start, end, { name: nested })
  if (!isQuoted && mark === 'contains' && peopleFields.has(searched.field) && text.toLowerCase() === 'me')
    return noteProblem(cursor, 'me', start, end)
  if (mark === 'regexp' && hasPatternProblem(cursor, atom)) return null
  return { ...searched, operator: mark, values: toValues(searched, atom) }
}

/** Checking patterns is slow: beyond a total cost they are checked only on saving. */
function hasPatternProblem(cursor: QueryCursor, { text, start, end }: TypedValue): boolean {
  const pattern = text.trim()
  const { effort, checkPattern } = cursor
  const problem = effort.patterns <= maxPatternCost ? checkPattern(pattern) : null
  effort.patterns += compileCost(pattern)
  if (!problem) return false
  // If the pattern appears verbatim, the problem is located within it.
  const isVerbatim = cursor.text.slice(start + 1, end - 1) === pattern
  const at = isVerbatim ? { start: start + 1 + problem.at.start, end: start + 1 + problem.at.end } : { start, end }
  noteProblem(cursor, 'pattern', at.start, at.end, { why: problem.code.slice('pattern_'.length) })
  return true
}

/** A list's address appears as its List-Id: `news@example.com` is `news.example.com`. */
function toValues(searched: SearchedField, { text, mark, isQuoted }: TypedValue): string[] {
  const value = text.trim()
  const isAddress = searched.field === 'list' && mark === 'contains' && !isQuoted && /^[^@]+@[^@]+$/.test(value)
  return isAddress ? [value, value.replace('@', '.')] : [value]
}

/** Counts the value, and notes if it is empty or too long. */
export function acceptValue(cursor: QueryCursor, { text, start, end }: TypedValue, longest: number): boolean {
  cursor.effort.values += 1
  const length = text.trim().length
  if (length === 0) noteProblem(cursor, 'value_empty', start, end)
  else if (length > longest) noteProblem(cursor, 'value_long', start, end, { longest })
  return length > 0 && length <= longest
}

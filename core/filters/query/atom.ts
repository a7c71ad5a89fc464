// One value of a field as it is typed: a word, a text in quotes, or a regexp, with the sign that says how it is compared.
import type { TextOperator } from '../tree.ts'
import { isAtEnd, isBoundary, note, type QueryCursor, take } from './cursor.ts'
import { unquote } from './quote.ts'

export type ValueMark = TextOperator | 'in_list'

export interface TypedValue {
  text: string
  mark: ValueMark
  isQuoted: boolean
  start: number
  end: number
}

const signs: Readonly<Record<string, ValueMark>> = { '=': 'is', '^': 'starts', '~': 'wildcard' }
const listSign = /in:/y
const patternSign = /regexp:(?=["“„])/y
const slash = /\\[\s\S]?|\//g
const straight = /\\[\s\S]?|"/g
const curly = /\\[\s\S]?|[”“"]/g
const bare = /[^\s(){}"“”„]+/y
/** Reads a value with its sign; null after a problem was noted. */
export function readMarked(cursor: QueryCursor): TypedValue | null {
  if (cursor.isGmails) return readGmailWord(cursor)
  const start = cursor.at
  if (cursor.text.startsWith('/', start)) return readPattern(cursor)
  if (take(cursor, listSign)) return withMark(cursor, start, 'in_list')
  if (take(cursor, patternSign)) return withMark(cursor, start, 'regexp')
  const mark = signs[cursor.text.charAt(start)]
  if (mark) cursor.at += 1
  const word = readWord(cursor, start)
  if (!word) return null
  const endsHere = mark === undefined || mark === 'starts' ? endSign(cursor, word) : null
  if (endsHere !== null) return { ...word, text: endsHere, start, end: cursor.at, mark: mark ? 'is' : 'ends' }
  const isWild = mark === undefined && !word.isQuoted && word.text.includes('*')
  return { ...word, start, end: cursor.at, mark: mark ?? (isWild ? 'wildcard' : 'contains') }
}

/** Gmail looks for words and takes no notice of stars around them. */
function readGmailWord(cursor: QueryCursor): TypedValue | null {
  const word = readWord(cursor)
  if (!word || word.isQuoted) return word
  const text = word.text.replace(/^\*+|\*+$/g, '')
  return text.includes('*') ? { ...word, text: `*${text}*`, mark: 'wildcard' } : { ...word, text: text === '' ? word.text : text }
}

function withMark(cursor: QueryCursor, start: number, mark: ValueMark): TypedValue | null {
  const word = readWord(cursor, start)
  return word && { ...word, start, mark }
}

/** The value without the `$` that stands for its end; null where there is none. */
function endSign(cursor: QueryCursor, word: TypedValue): string | null {
  if (!word.isQuoted) return word.text.length > 1 && word.text.endsWith('$') ? word.text.slice(0, -1) : null
  if (cursor.text.charAt(cursor.at) !== '$') return null
  cursor.at += 1
  return word.text
}

/** Reads a word or a text in quotes as it stands; `start` is where what needs it begins. */
export function readWord(cursor: QueryCursor, start = cursor.at): TypedValue | null {
  const from = cursor.at
  const word = take(cursor, bare)
  // What separates words in a sentence is no part of them.
  if (word) return { text: word[0].replace(/(?<=.)[,;]+$/, ''), mark: 'contains', isQuoted: false, start: from, end: cursor.at }
  if (isAtEnd(cursor) || !'"“„'.includes(cursor.text.charAt(from))) return note(cursor, 'value_missing', start, from)
  const end = closeOf(cursor.text, from + 1, cursor.text.startsWith('"', from) ? straight : curly)
  cursor.at = end === null ? cursor.text.length : end + 1
  if (end === null) return note(cursor, 'quote_open', from, cursor.at)
  return { text: unquote(cursor.text.slice(from + 1, end)), mark: 'contains', isQuoted: true, start: from, end: cursor.at }
}

function readPattern(cursor: QueryCursor): TypedValue | null {
  const start = cursor.at
  const end = closeOf(cursor.text, start + 1, slash)
  if (end !== null) cursor.at = end + 1
  if (end === null || !isBoundary(cursor.text[cursor.at])) {
    take(cursor, bare)
    return note(cursor, 'slash_open', start, cursor.at)
  }
  const text = cursor.text.slice(start + 1, end).replace(/\\([\s\S])/g, (pair, letter) => (letter === '/' ? '/' : pair))
  return { text, mark: 'regexp', isQuoted: true, start, end: cursor.at }
}

/** Where the first closer stands that no backslash takes away; `closers` finds one, or a backslash with what it takes. */
function closeOf(text: string, from: number, closers: RegExp): number | null {
  closers.lastIndex = from
  for (let found = closers.exec(text); found; found = closers.exec(text)) if (!found[0].startsWith('\\')) return found.index
  return null
}

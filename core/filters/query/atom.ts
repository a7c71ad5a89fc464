// Reads one typed value: a word, a quoted text or a regular expression, with the sign that selects the operator.
import type { TextOperator } from '../tree.ts'
import { isAtQueryEnd, isBoundary, noteProblem, type QueryCursor, takeToken } from './cursor.ts'
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
/** Null after a problem was noted. */
export function readQueryValue(cursor: QueryCursor): TypedValue | null {
  if (cursor.isGmail) return readGmailWord(cursor)
  const start = cursor.at
  if (cursor.text.startsWith('/', start)) return readPattern(cursor)
  if (takeToken(cursor, listSign)) return withMark(cursor, start, 'in_list')
  if (takeToken(cursor, patternSign)) return withMark(cursor, start, 'regexp')
  const mark = signs[cursor.text.charAt(start)]
  if (mark) cursor.at += 1
  const word = readWord(cursor, start)
  if (!word) return null
  const withoutEndSign = mark === undefined || mark === 'starts' ? takeEndSign(cursor, word) : null
  if (withoutEndSign !== null) return { ...word, text: withoutEndSign, start, end: cursor.at, mark: mark ? 'is' : 'ends' }
  const isWild = mark === undefined && !word.isQuoted && word.text.includes('*')
  return { ...word, start, end: cursor.at, mark: mark ?? (isWild ? 'wildcard' : 'contains') }
}

/** Gmail matches words and ignores asterisks around them. */
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

/** The value without a trailing `$`; null if there is none. */
function takeEndSign(cursor: QueryCursor, word: TypedValue): string | null {
  if (!word.isQuoted) return word.text.length > 1 && word.text.endsWith('$') ? word.text.slice(0, -1) : null
  if (cursor.text.charAt(cursor.at) !== '$') return null
  cursor.at += 1
  return word.text
}

/** Reads a word or a quoted text; `start` is where problems begin. */
export function readWord(cursor: QueryCursor, start = cursor.at): TypedValue | null {
  const from = cursor.at
  const word = takeToken(cursor, bare)
  // Trailing commas and semicolons only separate words.
  if (word) return { text: word[0].replace(/(?<=.)[,;]+$/, ''), mark: 'contains', isQuoted: false, start: from, end: cursor.at }
  if (isAtQueryEnd(cursor) || !'"“„'.includes(cursor.text.charAt(from))) return noteProblem(cursor, 'value_missing', start, from)
  const end = findCloser(cursor.text, from + 1, cursor.text.startsWith('"', from) ? straight : curly)
  cursor.at = end === null ? cursor.text.length : end + 1
  if (end === null) return noteProblem(cursor, 'quote_open', from, cursor.at)
  return { text: unquote(cursor.text.slice(from + 1, end)), mark: 'contains', isQuoted: true, start: from, end: cursor.at }
}

function readPattern(cursor: QueryCursor): TypedValue | null {
  const start = cursor.at
  const end = findCloser(cursor.text, start + 1, slash)
  if (end !== null) cursor.at = end + 1
  if (end === null || !isBoundary(cursor.text[cursor.at])) {
    takeToken(cursor, bare)
    return noteProblem(cursor, 'slash_open', start, cursor.at)
  }
  const text = cursor.text.slice(start + 1, end).replace(/\\([\s\S])/g, (pair, letter) => (letter === '/' ? '/' : pair))
  return { text, mark: 'regexp', isQuoted: true, start, end: cursor.at }
}

/** The first closer that is not escaped; `closers` matches a closer, or a backslash with the escaped character. */
function findCloser(text: string, from: number, closers: RegExp): number | null {
  closers.lastIndex = from
  for (let found = closers.exec(text); found; found = closers.exec(text)) if (!found[0].startsWith('\\')) return found.index
  return null
}

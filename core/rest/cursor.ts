// A place in a text that is being read, and what is said where it cannot be read on.
import { RestRefusal } from './refusal.ts'

export interface TextCursor {
  readonly text: string
  /** What is read, as PostgREST names it: "filter", "order" … */
  readonly what: string
  at: number
}

export const cursorOn = (what: string, text: string): TextCursor => ({ text, what, at: 0 })

export const isAtEnd = (cursor: TextCursor): boolean => cursor.at >= cursor.text.length

/** Steps over `token` if it is next. */
export function take(cursor: TextCursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

export function expect(cursor: TextCursor, token: string): void {
  if (!take(cursor, token)) throw unread(cursor, `expecting "${token}"`)
}

/** What a sticky pattern matches from here on; null when it does not. */
export function takeMatch(cursor: TextCursor, pattern: RegExp): string | null {
  const sticky = new RegExp(pattern.source, 'uy')
  sticky.lastIndex = cursor.at
  const found = sticky.exec(cursor.text)?.[0] ?? null
  cursor.at += found?.length ?? 0
  return found
}

/** One or more, parted by commas. */
export function takeList<T>(cursor: TextCursor, one: (cursor: TextCursor) => T): T[] {
  const all = [one(cursor)]
  while (takeComma(cursor)) all.push(one(cursor))
  return all
}

function takeComma(cursor: TextCursor): boolean {
  takeMatch(cursor, /[ \t]*/)
  if (!take(cursor, ',')) return false
  takeMatch(cursor, /[ \t]*/)
  return true
}

export function expectEnd(cursor: TextCursor): void {
  if (!isAtEnd(cursor)) throw unread(cursor)
}

export function unread({ text, what, at }: TextCursor, details?: string): RestRefusal {
  const next = at < text.length ? `unexpected "${String.fromCodePoint(text.codePointAt(at) ?? 0)}"` : 'unexpected end of input'
  return new RestRefusal(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${at + 1})`, details ?? next)
}

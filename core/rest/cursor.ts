// A position in a text that is being parsed, and the error if it cannot be parsed further.
import { RestRefusal } from './refusal.ts'

export interface TextCursor {
  readonly text: string
  /** What is parsed, in PostgREST's words: "filter", "order" … */
  readonly what: string
  at: number
}

export const openCursor = (what: string, text: string): TextCursor => ({ text, what, at: 0 })

export const isAtEnd = (cursor: TextCursor): boolean => cursor.at >= cursor.text.length

/** Skips `token` if it is next. */
export function take(cursor: TextCursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

export function expect(cursor: TextCursor, token: string): void {
  if (!take(cursor, token)) throw parseError(cursor, `expecting "${token}"`)
}

/** What the pattern matches at the cursor; null if it does not. */
export function takeMatch(cursor: TextCursor, pattern: RegExp): string | null {
  const sticky = new RegExp(pattern.source, 'uy')
  sticky.lastIndex = cursor.at
  const match = sticky.exec(cursor.text)?.[0] ?? null
  cursor.at += match?.length ?? 0
  return match
}

/** One or more items separated by commas. */
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
  if (!isAtEnd(cursor)) throw parseError(cursor)
}

export function parseError({ text, what, at }: TextCursor, details?: string): RestRefusal {
  const next = at < text.length ? `unexpected "${String.fromCodePoint(text.codePointAt(at) ?? 0)}"` : 'unexpected end of input'
  return new RestRefusal(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${at + 1})`, details ?? next)
}

// Splits a Sieve script into tokens (RFC 5228 §8.1), reading each character once.
import type { Span } from '../../text/spans.ts'
import type { SieveProblem } from './syntax.ts'

export interface SieveComment {
  kind: 'comment'
  value: string
  at: Span
}
export type SieveWord = { kind: 'name' | 'tag' | 'text' | 'sign'; value: string; at: Span } | { kind: 'number'; value: number; at: Span }
export type SieveToken = SieveWord | SieveComment

export type SieveTokens = { tokens: SieveToken[]; problem: SieveProblem | null }

const shapes = {
  multiline: /text:[ \t]*(?:#[^\n]*)?\r?\n/iy,
  name: /[A-Za-z_][A-Za-z0-9_.]*/y,
  tag: /:[A-Za-z_][A-Za-z0-9_]*/y,
  number: /(\d{1,15})([KMG]?)(?![A-Za-z0-9_])/iy,
}
const factors: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** Reads tokens up to the first position that cannot be read. */
export function tokenize(script: string): SieveTokens {
  const tokens: SieveToken[] = []
  for (let at = skipSpace(script, 0); at < script.length; at = skipSpace(script, at)) {
    const next = readToken(script, at)
    if ('code' in next) return { tokens, problem: next }
    tokens.push(next)
    at = next.at.end
  }
  return { tokens, problem: null }
}

function skipSpace(script: string, from: number): number {
  let at = from
  // Space, tab and line ends.
  for (let code = script.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = script.charCodeAt(at)) at += 1
  return at
}

function readToken(script: string, start: number): SieveToken | SieveProblem {
  const character = script.charAt(start)
  switch (character) {
    case '"':
      return readQuoted(script, start)
    case '#':
      return readLineComment(script, start)
    case '/':
      return script.startsWith('/*', start) ? readBlockComment(script, start) : unreadableProblem(script, start)
    case ':':
      return readWord(script, start, 'tag')
    case ';':
    case ',':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
      return { kind: 'sign', value: character, at: { start, end: start + 1 } }
  }
  if (character >= '0' && character <= '9') return readNumber(script, start)
  const opening = character === 't' || character === 'T' ? matchAt(shapes.multiline, script, start) : null
  return opening ? readMultiline(script, start, start + opening.length) : readWord(script, start, 'name')
}

function matchAt(shape: RegExp, script: string, at: number): string | null {
  shape.lastIndex = at
  return shape.exec(script)?.[0] ?? null
}

function readWord(script: string, start: number, kind: 'tag' | 'name'): SieveToken | SieveProblem {
  const word = matchAt(shapes[kind], script, start)
  if (!word) return unreadableProblem(script, start)
  return { kind, value: word.slice(kind === 'tag' ? 1 : 0).toLowerCase(), at: { start, end: start + word.length } }
}

function readNumber(script: string, start: number): SieveToken | SieveProblem {
  const number = matchAt(shapes.number, script, start)
  return number
    ? { kind: 'number', value: parseAmount(number), at: { start, end: start + number.length } }
    : unreadableProblem(script, start)
}

function unreadableProblem(script: string, start: number): SieveProblem {
  const character = String.fromCodePoint(script.codePointAt(start) ?? 0)
  return { code: 'sieve.unreadable', at: { start, end: start + character.length }, values: { letter: character } }
}

function readLineComment(script: string, start: number): SieveComment {
  const found = script.indexOf('\n', start)
  const end = found < 0 ? script.length : found
  return { kind: 'comment', value: script.slice(start + 1, end).replace(/\r$/, ''), at: { start, end } }
}

function parseAmount(number: string): number {
  const unit = number.slice(-1).toLowerCase()
  return Number.parseInt(number, 10) * (factors[unit] ?? 1)
}

function readQuoted(script: string, start: number): SieveToken | SieveProblem {
  let text = ''
  let from = start + 1
  for (let at = from; at < script.length; at++) {
    const character = script[at]
    if (character === '"') {
      return { kind: 'text', value: toCrlf(text + script.slice(from, at)), at: { start, end: at + 1 } }
    }
    if (character !== '\\') continue
    text += script.slice(from, at)
    from = at + 1
    at += 1
  }
  return { code: 'sieve.open_text', at: { start, end: script.length }, values: {} }
}

function readBlockComment(script: string, start: number): SieveToken | SieveProblem {
  const end = script.indexOf('*/', start + 2)
  if (end < 0) return { code: 'sieve.open_comment', at: { start, end: script.length }, values: {} }
  return { kind: 'comment', value: script.slice(start + 2, end), at: { start, end: end + 2 } }
}

/** Lines up to one with a single dot; a dot at the start of any other line is doubled. */
function readMultiline(script: string, start: number, from: number): SieveToken | SieveProblem {
  const lines: string[] = []
  for (let at = from; at < script.length; ) {
    const end = script.indexOf('\n', at)
    const line = script.slice(at, end < 0 ? script.length : end).replace(/\r$/, '')
    const next = end < 0 ? script.length : end + 1
    if (line === '.') return { kind: 'text', value: lines.join(''), at: { start, end: next } }
    lines.push(`${line.startsWith('..') ? line.slice(1) : line}\r\n`)
    at = next
  }
  return { code: 'sieve.open_text', at: { start, end: script.length }, values: {} }
}

// Email lines end in CRLF, whatever the editor of the script used.
const toCrlf = (text: string): string => (text.includes('\n') ? text.replace(/\r?\n/g, '\r\n') : text)

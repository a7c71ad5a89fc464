// Cuts a Sieve script into tokens (RFC 5228 §8.1), each letter read once.
import type { Span } from '../../text/spans.ts'
import type { SieveProblem } from './syntax.ts'

export interface Note {
  kind: 'comment'
  value: string
  at: Span
}
export type SieveWord = { kind: 'name' | 'tag' | 'text' | 'sign'; value: string; at: Span } | { kind: 'number'; value: number; at: Span }
export type SieveToken = SieveWord | Note

export type SieveTokens = { tokens: SieveToken[]; problem: SieveProblem | null }

const shapes = {
  multiline: /text:[ \t]*(?:#[^\n]*)?\r?\n/iy,
  name: /[A-Za-z_][A-Za-z0-9_.]*/y,
  tag: /:[A-Za-z_][A-Za-z0-9_]*/y,
  number: /(\d{1,15})([KMG]?)(?![A-Za-z0-9_])/iy,
}
const factors: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** Up to the first place that cannot be read. */
export function tokensOf(script: string): SieveTokens {
  const tokens: SieveToken[] = []
  for (let at = afterSpace(script, 0); at < script.length; at = afterSpace(script, at)) {
    const next = tokenAt(script, at)
    if ('code' in next) return { tokens, problem: next }
    tokens.push(next)
    at = next.at.end
  }
  return { tokens, problem: null }
}

function afterSpace(script: string, from: number): number {
  let at = from
  // Space, tab and line ends.
  for (let code = script.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = script.charCodeAt(at)) at += 1
  return at
}

function tokenAt(script: string, start: number): SieveToken | SieveProblem {
  const letter = script.charAt(start)
  switch (letter) {
    case '"':
      return quotedAt(script, start)
    case '#':
      return noteAt(script, start)
    case '/':
      return script.startsWith('/*', start) ? bracketedAt(script, start) : unreadable(script, start)
    case ':':
      return wordAt(script, start, 'tag')
    case ';':
    case ',':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
      return { kind: 'sign', value: letter, at: { start, end: start + 1 } }
  }
  if (letter >= '0' && letter <= '9') return numberAt(script, start)
  const head = letter === 't' || letter === 'T' ? take(shapes.multiline, script, start) : null
  return head ? multilineAt(script, start, start + head.length) : wordAt(script, start, 'name')
}

function take(shape: RegExp, script: string, at: number): string | null {
  shape.lastIndex = at
  return shape.exec(script)?.[0] ?? null
}

function wordAt(script: string, start: number, kind: 'tag' | 'name'): SieveToken | SieveProblem {
  const word = take(shapes[kind], script, start)
  if (!word) return unreadable(script, start)
  return { kind, value: word.slice(kind === 'tag' ? 1 : 0).toLowerCase(), at: { start, end: start + word.length } }
}

function numberAt(script: string, start: number): SieveToken | SieveProblem {
  const number = take(shapes.number, script, start)
  return number ? { kind: 'number', value: amountOf(number), at: { start, end: start + number.length } } : unreadable(script, start)
}

function unreadable(script: string, start: number): SieveProblem {
  const letter = String.fromCodePoint(script.codePointAt(start) ?? 0)
  return { code: 'sieve.unreadable', at: { start, end: start + letter.length }, values: { letter } }
}

function noteAt(script: string, start: number): Note {
  const found = script.indexOf('\n', start)
  const end = found < 0 ? script.length : found
  return { kind: 'comment', value: script.slice(start + 1, end).replace(/\r$/, ''), at: { start, end } }
}

function amountOf(number: string): number {
  const unit = number.slice(-1).toLowerCase()
  return Number.parseInt(number, 10) * (factors[unit] ?? 1)
}

function quotedAt(script: string, start: number): SieveToken | SieveProblem {
  let text = ''
  let from = start + 1
  for (let at = from; at < script.length; at++) {
    const letter = script[at]
    if (letter === '"') {
      return { kind: 'text', value: lineEnds(text + script.slice(from, at)), at: { start, end: at + 1 } }
    }
    if (letter !== '\\') continue
    text += script.slice(from, at)
    from = at + 1
    at += 1
  }
  return { code: 'sieve.open_text', at: { start, end: script.length }, values: {} }
}

function bracketedAt(script: string, start: number): SieveToken | SieveProblem {
  const end = script.indexOf('*/', start + 2)
  if (end < 0) return { code: 'sieve.open_comment', at: { start, end: script.length }, values: {} }
  return { kind: 'comment', value: script.slice(start + 2, end), at: { start, end: end + 2 } }
}

/** Lines up to one of a single point; a point at the start of any other is doubled. */
function multilineAt(script: string, start: number, from: number): SieveToken | SieveProblem {
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

// Mail has one way to end a line, whatever the editor of the script had.
const lineEnds = (text: string): string => (text.includes('\n') ? text.replace(/\r?\n/g, '\r\n') : text)

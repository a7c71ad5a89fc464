// Cuts a Sieve script into tokens (RFC 5228 §8.1), each letter read once.
import type { Range } from '../text.ts'
import type { Problem } from './syntax.ts'

export interface Note {
  kind: 'comment'
  value: string
  at: Range
}
export type Word = { kind: 'name' | 'tag' | 'text' | 'sign'; value: string; at: Range } | { kind: 'number'; value: number; at: Range }
export type Token = Word | Note

export type Tokens = { tokens: Token[]; problem: Problem | null }

const shapes = {
  space: /\s+/y,
  note: /#[^\n]*/y,
  multiline: /text:[ \t]*(?:#[^\n]*)?\r?\n/iy,
  name: /[A-Za-z_][A-Za-z0-9_.]*/y,
  tag: /:[A-Za-z_][A-Za-z0-9_]*/y,
  number: /(\d{1,15})([KMG]?)(?![A-Za-z0-9_])/iy,
}
const factors: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** Up to the first place that cannot be read. */
export function tokensOf(script: string): Tokens {
  const tokens: Token[] = []
  for (let at = 0; at < script.length; ) {
    const space = take(shapes.space, script, at)
    if (space) {
      at += space.length
      continue
    }
    const next = tokenAt(script, at)
    if ('code' in next) return { tokens, problem: next }
    tokens.push(next)
    at = next.at.end
  }
  return { tokens, problem: null }
}

function tokenAt(script: string, start: number): Token | Problem {
  const letter = script.charAt(start)
  const until = (length: number): Range => ({ start, end: start + length })
  if (letter === '"') return quotedAt(script, start)
  if (letter === '#')
    return {
      kind: 'comment',
      value: (take(shapes.note, script, start) ?? '').slice(1),
      at: until((take(shapes.note, script, start) ?? '#').length),
    }
  if (script.startsWith('/*', start)) return bracketedAt(script, start)
  const head = take(shapes.multiline, script, start)
  if (head) return multilineAt(script, start, start + head.length)
  if (';,()[]{}'.includes(letter)) return { kind: 'sign', value: letter, at: until(1) }
  const tag = take(shapes.tag, script, start)
  if (tag) return { kind: 'tag', value: tag.slice(1).toLowerCase(), at: until(tag.length) }
  const name = take(shapes.name, script, start)
  if (name) return { kind: 'name', value: name.toLowerCase(), at: until(name.length) }
  const number = take(shapes.number, script, start)
  if (number) return { kind: 'number', value: amountOf(number), at: until(number.length) }
  return { code: 'sieve.unreadable', at: until(letter.length), values: { letter } }
}

function take(shape: RegExp, script: string, at: number): string | null {
  shape.lastIndex = at
  return shape.exec(script)?.[0] ?? null
}

function amountOf(number: string): number {
  const unit = number.slice(-1).toLowerCase()
  return Number.parseInt(number, 10) * (factors[unit] ?? 1)
}

function quotedAt(script: string, start: number): Token | Problem {
  const pieces: string[] = []
  let from = start + 1
  for (let at = from; at < script.length; at++) {
    const letter = script[at]
    if (letter === '"') {
      pieces.push(script.slice(from, at))
      return { kind: 'text', value: lineEnds(pieces.join('')), at: { start, end: at + 1 } }
    }
    if (letter !== '\\') continue
    pieces.push(script.slice(from, at))
    from = at + 1
    at += 1
  }
  return { code: 'sieve.open_text', at: { start, end: script.length }, values: {} }
}

function bracketedAt(script: string, start: number): Token | Problem {
  const end = script.indexOf('*/', start + 2)
  if (end < 0) return { code: 'sieve.open_comment', at: { start, end: script.length }, values: {} }
  return { kind: 'comment', value: script.slice(start + 2, end), at: { start, end: end + 2 } }
}

/** Lines up to one of a single point; a point at the start of any other is doubled. */
function multilineAt(script: string, start: number, from: number): Token | Problem {
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

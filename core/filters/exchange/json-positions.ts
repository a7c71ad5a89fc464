// Locates values in a well-formed JSON text by path.
import type { Span } from '../../text/spans.ts'

export type JsonPath = readonly PropertyKey[]

/** Parsed data, and the span of each value in the text. */
export interface PositionedData {
  value: unknown
  locate(path: JsonPath): Span
}

/**
 * Locates the value at a path, or its nearest existing parent. Positions are cached, so that lookups in text order scan the text only
 * once.
 */
export function newJsonLocator(text: string): (path: JsonPath) => Span {
  const cache: PositionCache = { members: new Map(), items: new Map() }
  return path => {
    let start = skipSpace(text, 0)
    for (const key of path) {
      const inner =
        text[start] === '{'
          ? findMember(text, start, String(key), cache)
          : text[start] === '['
            ? findItem(text, start, Number(key), cache)
            : null
      if (inner === null) break
      start = inner
    }
    return { start, end: findEnd(text, start) }
  }
}

/** For each object and array, by its start: the positions of members, and the last item found. */
interface PositionCache {
  members: Map<number, { positions: Map<string, number>; next: number; last: number | null }>
  items: Map<number, { n: number; at: number }>
}

function findMember(text: string, start: number, name: string, { members }: PositionCache): number | null {
  const cached = members.get(start) ?? { positions: new Map<string, number>(), next: skipSpace(text, start + 1), last: null }
  members.set(start, cached)
  while (!cached.positions.has(name)) {
    if (cached.last !== null) cached.next = skipSpace(text, skipSpace(text, findEnd(text, cached.last)) + 1)
    cached.last = null
    if (text[cached.next] !== '"') break
    const keyEnd = findEnd(text, cached.next)
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const key: unknown = JSON.parse(text.slice(cached.next, keyEnd))
    if (!cached.positions.has(String(key))) cached.positions.set(String(key), value)
    cached.last = value
  }
  return cached.positions.get(name) ?? null
}

function findItem(text: string, start: number, n: number, { items }: PositionCache): number | null {
  const last = items.get(start)
  let { n: i, at } = last && last.n <= n ? last : { n: 0, at: skipSpace(text, start + 1) }
  for (; text[at] !== ']' && at < text.length; i++) {
    if (i === n) {
      items.set(start, { n, at })
      return at
    }
    at = skipSpace(text, findEnd(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return null
}

const simple = /[^\s,:[\]{}"]*/y
function findEnd(text: string, start: number): number {
  const first = text[start]
  if (first !== '{' && first !== '[' && first !== '"') {
    simple.lastIndex = start
    return start + (simple.exec(text)?.[0].length ?? 0)
  }
  let valueEnd = text.length
  walkBrackets(text, start, (depth, end) => {
    if (depth === 0) valueEnd = end
    return depth > 0
  })
  return valueEnd
}

/** Where any text nests deeper than `maxDepth`, or has more than `maxOpened` groups and keys; else null. */
export function findCrowded(text: string, maxDepth: number, maxOpened: number): Span | null {
  let before = 0
  let opened = 0
  let crowded: Span | null = null
  walkBrackets(text, 0, (depth, end) => {
    if (depth > before || (text[end - 1] === '"' && text[skipSpace(text, end)] === ':')) opened += 1
    before = depth
    if (depth > maxDepth || opened > maxOpened) crowded = { start: end - 1, end }
    return crowded === null
  })
  return crowded
}

const marks = /["{}[\]]/g

/** Calls `visit` with the depth after each string and bracket, until it returns false. */
function walkBrackets(text: string, start: number, visit: (depth: number, end: number) => boolean): void {
  let depth = 0
  for (let at = start; at < text.length; ) {
    marks.lastIndex = at
    if (!marks.test(text)) return
    const found = text[marks.lastIndex - 1]
    at = found === '"' ? findStringEnd(text, marks.lastIndex - 1) : marks.lastIndex
    if (found === '{' || found === '[') depth += 1
    else if (found !== '"') depth -= 1
    if (!visit(depth, at)) return
  }
}

function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

const space = /\s*/y
function skipSpace(text: string, at: number): number {
  space.lastIndex = at
  return at + (space.exec(text)?.[0].length ?? 0)
}

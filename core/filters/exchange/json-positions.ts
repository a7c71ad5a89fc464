// Where a value stands in a JSON text that is known to be well formed.
import type { Span } from '../../text/spans.ts'

export type JsonPath = readonly PropertyKey[]

/** A text as data, with the place of everything in it. */
export interface Source {
  value: unknown
  placeOf(path: JsonPath): Span
}

/**
 * Gives the value at the end of a path, or the nearest one around it that is there. What was found on the way is remembered, so that
 * places which are asked for in the order of the text take one reading of it.
 */
export function openPositions(text: string): (path: JsonPath) => Span {
  const known: Known = { members: new Map(), items: new Map() }
  return path => {
    let start = afterSpace(text, 0)
    for (const key of path) {
      const inner =
        text[start] === '{' ? member(text, start, String(key), known) : text[start] === '[' ? item(text, start, Number(key), known) : null
      if (inner === null) break
      start = inner
    }
    return { start, end: endOf(text, start) }
  }
}

/** Of groups, by their start: where their members are, and which item was found last. A value is passed over only to find what follows it. */
interface Known {
  members: Map<number, { places: Map<string, number>; next: number; last: number | null }>
  items: Map<number, { n: number; at: number }>
}

function member(text: string, start: number, name: string, { members }: Known): number | null {
  const seen = members.get(start) ?? { places: new Map<string, number>(), next: afterSpace(text, start + 1), last: null }
  members.set(start, seen)
  while (!seen.places.has(name)) {
    if (seen.last !== null) seen.next = afterSpace(text, afterSpace(text, endOf(text, seen.last)) + 1)
    seen.last = null
    if (text[seen.next] !== '"') break
    const keyEnd = endOf(text, seen.next)
    const value = afterSpace(text, afterSpace(text, keyEnd) + 1)
    const key: unknown = JSON.parse(text.slice(seen.next, keyEnd))
    if (!seen.places.has(String(key))) seen.places.set(String(key), value)
    seen.last = value
  }
  return seen.places.get(name) ?? null
}

function item(text: string, start: number, n: number, { items }: Known): number | null {
  const last = items.get(start)
  let { n: i, at } = last && last.n <= n ? last : { n: 0, at: afterSpace(text, start + 1) }
  for (; text[at] !== ']' && at < text.length; i++) {
    if (i === n) {
      items.set(start, { n, at })
      return at
    }
    at = afterSpace(text, endOf(text, at))
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
  return null
}

const simple = /[^\s,:[\]{}"]*/y
function endOf(text: string, start: number): number {
  const first = text[start]
  if (first !== '{' && first !== '[' && first !== '"') {
    simple.lastIndex = start
    return start + (simple.exec(text)?.[0].length ?? 0)
  }
  let place = text.length
  walk(text, start, (depth, end) => {
    if (depth === 0) place = end
    return depth > 0
  })
  return place
}

/** Where a text nests deeper than `most`, or has more groups and names than `mostOpened`; null where it does neither. Any text at all. */
export function crowdedIn(text: string, most: number, mostOpened: number): Span | null {
  let before = 0
  let opened = 0
  let place: Span | null = null
  walk(text, 0, (depth, end) => {
    if (depth > before || (text[end - 1] === '"' && text[afterSpace(text, end)] === ':')) opened += 1
    before = depth
    if (depth > most || opened > mostOpened) place = { start: end - 1, end }
    return place === null
  })
  return place
}

const marks = /["{}[\]]/g

/** Tells the depth behind each text in quotes and behind each bracket, as long as `goesOn` says so. */
function walk(text: string, start: number, goesOn: (depth: number, end: number) => boolean): void {
  let depth = 0
  for (let at = start; at < text.length; ) {
    marks.lastIndex = at
    if (!marks.test(text)) return
    const found = text[marks.lastIndex - 1]
    at = found === '"' ? endOfText(text, marks.lastIndex - 1) : marks.lastIndex
    if (found === '{' || found === '[') depth += 1
    else if (found !== '"') depth -= 1
    if (!goesOn(depth, at)) return
  }
}

function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

const space = /\s*/y
function afterSpace(text: string, at: number): number {
  space.lastIndex = at
  return at + (space.exec(text)?.[0].length ?? 0)
}

// Where a value stands in a JSON text that is known to be well formed.
import type { Range } from '../text.ts'

export type Path = readonly PropertyKey[]

/** The value at the end of the path, or the nearest one around it that is there. */
export function placeInJson(text: string, path: Path): Range {
  let start = afterSpace(text, 0)
  for (const key of path) {
    const inner = text[start] === '{' ? member(text, start, String(key)) : text[start] === '[' ? item(text, start, Number(key)) : null
    if (inner === null) break
    start = inner
  }
  return { start, end: endOf(text, start) }
}

function member(text: string, start: number, name: string): number | null {
  for (let at = afterSpace(text, start + 1); text[at] === '"'; ) {
    const keyEnd = endOf(text, at)
    const value = afterSpace(text, afterSpace(text, keyEnd) + 1)
    if (JSON.parse(text.slice(at, keyEnd)) === name) return value
    at = afterSpace(text, afterSpace(text, endOf(text, value)) + 1)
  }
  return null
}

function item(text: string, start: number, n: number): number | null {
  let at = afterSpace(text, start + 1)
  for (let i = 0; text[at] !== ']' && at < text.length; i++) {
    if (i === n) return at
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

/** Where a text nests deeper than `most`, or opens more groups than `mostOpened`; null where it does neither. Any text at all. */
export function crowdedIn(text: string, most: number, mostOpened: number): Range | null {
  let before = 0
  let opened = 0
  let place: Range | null = null
  walk(text, 0, (depth, end) => {
    if (depth > before) opened += 1
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

// Finds which of many words stand in a text, in one pass over it.
import type { Steps } from './steps.ts'
import { at, step, type Trie, trieOf } from './trie.ts'

/** Each word is known by its number. */
export interface Matcher {
  count: number
  /** The words themselves, where they are so few that each is looked for alone. */
  few: readonly string[] | null
  trie: Trie
  /** The column of each letter in `rows`; 0 is a letter of no word. Pages without any are one. */
  columns: Uint16Array[]
  width: number
  /** Where each letter leads from the first `rowCount` places, so that most steps are one look. */
  rows: Int32Array
  rowCount: number
  /** The nearest place on the way back at which a word ends, itself included; 0 where there is none. */
  ends: Int32Array
}

const cellsAPlace = 2
const mostCells = 2 ** 18
const noColumns = new Uint16Array(256)
/** The engine looks for one word a hundred times as fast as a program steps through the letters. */
const mostAlone = 4

/** Words are not empty and differ from each other. */
export function* matcherOf(words: readonly string[]): Steps<Matcher> {
  const trie = yield* trieOf(words)
  const { columns, width, units } = columnsOf(words)
  const rowCount = Math.min(trie.size, Math.max(1, Math.floor(Math.min(mostCells, trie.size * cellsAPlace) / width)))
  yield
  const rows = rowsOf(trie, units, rowCount)
  return { count: words.length, few: words.length <= mostAlone ? words : null, trie, columns, width, rows, rowCount, ends: endsOf(trie) }
}

/** Calls `found` for each word that stands in `text` and is not noted in `seen`, and notes it. */
export function scan(matcher: Matcher, text: string, seen: Uint8Array, found: (word: number) => void): void {
  if (matcher.few) return scanAlone(matcher.few, text, seen, found)
  const { trie, columns, width, rows, rowCount, ends } = matcher
  const { edges, fail, word } = trie
  let place = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const column = at(columns[unit >> 8] ?? noColumns, unit & 255)
    if (column === 0) {
      place = 0
      continue
    }
    for (; place >= rowCount; place = at(fail, place)) {
      const next = step(edges, place, unit)
      if (next === -1) continue
      place = -next
      break
    }
    place = place < 0 ? -place : at(rows, place * width + column)
    // What ends here also ended where this word was met before, and so did all that are shorter.
    for (let end = at(ends, place); end !== 0 && at(seen, at(word, end)) === 0; end = at(ends, at(fail, end))) {
      seen[at(word, end)] = 1
      found(at(word, end))
    }
  }
}

function scanAlone(words: readonly string[], text: string, seen: Uint8Array, found: (word: number) => void): void {
  for (const [i, word] of words.entries()) {
    if (at(seen, i) === 1 || !text.includes(word)) continue
    seen[i] = 1
    found(i)
  }
}

function columnsOf(words: readonly string[]) {
  const columns: Uint16Array[] = Array.from({ length: 256 }, () => noColumns)
  const units = [0]
  for (const word of words)
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i)
      let page = columns[unit >> 8] ?? noColumns
      if (page === noColumns) page = columns[unit >> 8] = new Uint16Array(256)
      if (at(page, unit & 255) === 0) page[unit & 255] = units.push(unit) - 1
    }
  return { columns, width: units.length, units }
}

function rowsOf({ edges, fail }: Trie, units: number[], rowCount: number): Int32Array {
  const width = units.length
  const rows = new Int32Array(rowCount * width)
  for (let place = 0; place < rowCount; place++)
    for (let column = 1; column < width; column++) {
      const next = step(edges, place, units[column] ?? 0)
      const shorter = place === 0 ? 0 : at(rows, at(fail, place) * width + column)
      rows[place * width + column] = next === -1 ? shorter : next
    }
  return rows
}

function endsOf({ fail, word, size }: Trie): Int32Array {
  const ends = new Int32Array(size)
  for (let place = 1; place < size; place++) ends[place] = at(word, place) === -1 ? at(ends, at(fail, place)) : place
  return ends
}

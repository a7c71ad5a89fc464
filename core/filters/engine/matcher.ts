// Finds which of many words occur in a text, in one pass over it.
import type { Steps } from './steps.ts'
import { buildTrie, cellAt, nextNode, type Trie } from './trie.ts'

/** Each word is identified by its number. */
export interface Matcher {
  count: number
  /** The words themselves if there are so few that each is searched for separately. */
  few: readonly string[] | null
  trie: Trie
  /** The column of each UTF-16 unit in `rows`, paged by high byte; 0 for a unit that occurs in no word. Empty pages are shared. */
  columns: Uint16Array[]
  width: number
  /** The transitions of the first `rowCount` nodes, so that most steps are a single lookup. */
  rows: Int32Array
  rowCount: number
  /** For each node, the nearest node along the fail links, itself included, at which a word ends; 0 if there is none. */
  ends: Int32Array
}

const cellsPerNode = 2
const mostCells = 2 ** 18
const noColumns = new Uint16Array(256)
/** The JavaScript engine searches for one word a hundred times as fast as a loop over characters. */
const mostScannedEach = 4

/** Words must be non-empty and distinct. */
export function* buildMatcher(words: readonly string[]): Steps<Matcher> {
  const trie = yield* buildTrie(words)
  const { columns, width, units } = assignColumns(words)
  const rowCount = Math.min(trie.size, Math.max(1, Math.floor(Math.min(mostCells, trie.size * cellsPerNode) / width)))
  yield
  const rows = buildRows(trie, units, rowCount)
  return {
    count: words.length,
    few: words.length <= mostScannedEach ? words : null,
    trie,
    columns,
    width,
    rows,
    rowCount,
    ends: buildEnds(trie),
  }
}

/** Calls `onFound` for each word that occurs in `text` and is not yet marked in `seen`, and marks it. */
export function scan(matcher: Matcher, text: string, seen: Uint8Array, onFound: (word: number) => void): void {
  if (matcher.few) return scanEach(matcher.few, text, seen, onFound)
  const { trie, columns, width, rows, rowCount, ends } = matcher
  const { edges, fail, word } = trie
  let node = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const column = cellAt(columns[unit >> 8] ?? noColumns, unit & 255)
    if (column === 0) {
      node = 0
      continue
    }
    for (; node >= rowCount; node = cellAt(fail, node)) {
      const next = nextNode(edges, node, unit)
      if (next === -1) continue
      node = -next
      break
    }
    node = node < 0 ? -node : cellAt(rows, node * width + column)
    // If this word was seen before, so were all shorter words that end here.
    for (let end = cellAt(ends, node); end !== 0 && cellAt(seen, cellAt(word, end)) === 0; end = cellAt(ends, cellAt(fail, end))) {
      seen[cellAt(word, end)] = 1
      onFound(cellAt(word, end))
    }
  }
}

function scanEach(words: readonly string[], text: string, seen: Uint8Array, onFound: (word: number) => void): void {
  for (const [i, word] of words.entries()) {
    if (cellAt(seen, i) === 1 || !text.includes(word)) continue
    seen[i] = 1
    onFound(i)
  }
}

function assignColumns(words: readonly string[]) {
  const columns: Uint16Array[] = Array.from({ length: 256 }, () => noColumns)
  const units = [0]
  for (const word of words)
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i)
      let page = columns[unit >> 8] ?? noColumns
      if (page === noColumns) page = columns[unit >> 8] = new Uint16Array(256)
      if (cellAt(page, unit & 255) === 0) page[unit & 255] = units.push(unit) - 1
    }
  return { columns, width: units.length, units }
}

function buildRows({ edges, fail }: Trie, units: number[], rowCount: number): Int32Array {
  const width = units.length
  const rows = new Int32Array(rowCount * width)
  for (let node = 0; node < rowCount; node++)
    for (let column = 1; column < width; column++) {
      const next = nextNode(edges, node, units[column] ?? 0)
      const shorter = node === 0 ? 0 : cellAt(rows, cellAt(fail, node) * width + column)
      rows[node * width + column] = next === -1 ? shorter : next
    }
  return rows
}

function buildEnds({ fail, word, size }: Trie): Int32Array {
  const ends = new Int32Array(size)
  for (let node = 1; node < size; node++) ends[node] = cellAt(word, node) === -1 ? cellAt(ends, cellAt(fail, node)) : node
  return ends
}

// Builds a trie of words with fail links (Aho and Corasick 1975).
import type { Steps } from './steps.ts'

/** Node 0 is the root; nodes closer to it have lower numbers. `word` is -1 where no word ends. */
export interface Trie {
  edges: Edges
  /** The node of the longest proper suffix of each node's text. */
  fail: Int32Array
  word: Int32Array
  size: number
}

/** Edges in one open-addressing hash table: there are 65,536 UTF-16 units, too many for a column each. */
interface Edges {
  from: Int32Array
  unit: Uint16Array
  to: Int32Array
  mask: number
}

const wordsPerStep = 200
const nodesPerStep = 4000

/** Words must be non-empty and distinct; each is identified by its number. */
export function* buildTrie(words: readonly string[]): Steps<Trie> {
  const draft = yield* buildDraft(words)
  const order = breadthFirstOrder(draft)
  const number = new Int32Array(draft.size)
  for (let i = 0; i < draft.size; i++) number[cellAt(order, i)] = i
  const edges = newEdges(draft.size - 1)
  const word = new Int32Array(draft.size).fill(-1)
  const parent = new Int32Array(draft.size)
  const unit = new Uint16Array(draft.size)
  for (let i = 0; i < draft.size; i++) {
    const old = cellAt(order, i)
    word[i] = cellAt(draft.word, old)
    if (old === 0) continue
    parent[i] = cellAt(number, cellAt(draft.parent, old))
    unit[i] = cellAt(draft.unit, old)
    addEdge(edges, cellAt(parent, i), cellAt(unit, i), i)
    if (i % nodesPerStep === 0) yield
  }
  return { edges, fail: yield* buildFailLinks(edges, parent, unit), word, size: draft.size }
}

/** The node that `unit` leads to from `node`, or -1. */
export function nextNode(edges: Edges, node: number, unit: number): number {
  const { from, mask } = edges
  for (let slot = slotOf(node, unit) & mask; ; slot = (slot + 1) & mask) {
    const found = cellAt(from, slot)
    if (found === -1) return -1
    if (found === node && cellAt(edges.unit, slot) === unit) return cellAt(edges.to, slot)
  }
}

/** Reads a cell; callers guarantee that `i` is within the table. */
export const cellAt = (table: Int32Array | Uint16Array | Uint8Array, i: number): number => table[i] as number

interface Draft {
  parent: Int32Array
  unit: Uint16Array
  word: Int32Array
  depth: Int32Array
  size: number
}

function* buildDraft(words: readonly string[]): Steps<Draft> {
  const capacity = words.reduce((sum, word) => sum + word.length, 1)
  const edges = newEdges(capacity)
  const draft = {
    parent: new Int32Array(capacity),
    unit: new Uint16Array(capacity),
    word: new Int32Array(capacity).fill(-1),
    depth: new Int32Array(capacity),
    size: 1,
  }
  for (let number = 0; number < words.length; number++) {
    draft.word[insert(draft, edges, words[number] ?? '')] = number
    if (number % wordsPerStep === 0) yield
  }
  return draft
}

function insert(draft: Draft, edges: Edges, word: string): number {
  let node = 0
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    const next = nextNode(edges, node, unit)
    if (next !== -1) {
      node = next
      continue
    }
    const created = draft.size++
    draft.parent[created] = node
    draft.unit[created] = unit
    draft.depth[created] = i + 1
    addEdge(edges, node, unit, created)
    node = created
  }
  return node
}

/** Breadth first, so that the nodes visited most are close together in memory. */
function breadthFirstOrder({ depth, size }: Draft): Int32Array {
  const deepest = depth.subarray(0, size).reduce((capacity, d) => Math.max(capacity, d), 0)
  const starts = new Int32Array(deepest + 2)
  for (let i = 0; i < size; i++) starts[cellAt(depth, i) + 1] = cellAt(starts, cellAt(depth, i) + 1) + 1
  for (let d = 1; d < starts.length; d++) starts[d] = cellAt(starts, d) + cellAt(starts, d - 1)
  const order = new Int32Array(size)
  for (let i = 0; i < size; i++) {
    const slot = cellAt(starts, cellAt(depth, i))
    starts[cellAt(depth, i)] = slot + 1
    order[slot] = i
  }
  return order
}

function* buildFailLinks(edges: Edges, parent: Int32Array, unit: Uint16Array): Steps<Int32Array> {
  const fail = new Int32Array(parent.length)
  for (let node = 1; node < parent.length; node++) {
    if (cellAt(parent, node) === 0) continue
    let suffix = cellAt(fail, cellAt(parent, node))
    let next = nextNode(edges, suffix, cellAt(unit, node))
    while (next === -1 && suffix !== 0) {
      suffix = cellAt(fail, suffix)
      next = nextNode(edges, suffix, cellAt(unit, node))
    }
    fail[node] = Math.max(next, 0)
    if (node % nodesPerStep === 0) yield
  }
  return fail
}

function newEdges(count: number): Edges {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2))
  return { from: new Int32Array(capacity).fill(-1), unit: new Uint16Array(capacity), to: new Int32Array(capacity), mask: capacity - 1 }
}

function addEdge(edges: Edges, from: number, unit: number, to: number): void {
  let slot = slotOf(from, unit) & edges.mask
  while (cellAt(edges.from, slot) !== -1) slot = (slot + 1) & edges.mask
  edges.from[slot] = from
  edges.unit[slot] = unit
  edges.to[slot] = to
}

function slotOf(node: number, unit: number): number {
  const hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

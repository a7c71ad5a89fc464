// A tree of words, letter by letter, that knows from each place where to go on (Aho and Corasick 1975).
import type { Steps } from './steps.ts'

/** Place 0 is the root; places nearer to it have lower numbers. `word` is -1 where no word ends. */
export interface Trie {
  edges: Edges
  /** The place of the longest proper ending of what was read here. */
  fail: Int32Array
  word: Int32Array
  size: number
}

/** Edges in one open hash table: a mail's letters may be any of 65,536, so that no table has a column for each. */
interface Edges {
  from: Int32Array
  unit: Uint16Array
  to: Int32Array
  mask: number
}

const wordsAStep = 200
const placesAStep = 4000

/** Words are not empty and differ from each other; each is known by its number. */
export function* trieOf(words: readonly string[]): Steps<Trie> {
  const draft = yield* draftOf(words)
  const order = inBreadth(draft)
  const number = new Int32Array(draft.size)
  for (let i = 0; i < draft.size; i++) number[at(order, i)] = i
  const edges = newEdges(draft.size - 1)
  const word = new Int32Array(draft.size).fill(-1)
  const parent = new Int32Array(draft.size)
  const unit = new Uint16Array(draft.size)
  for (let i = 0; i < draft.size; i++) {
    const old = at(order, i)
    word[i] = at(draft.word, old)
    if (old === 0) continue
    parent[i] = at(number, at(draft.parent, old))
    unit[i] = at(draft.unit, old)
    addEdge(edges, at(parent, i), at(unit, i), i)
    if (i % placesAStep === 0) yield
  }
  return { edges, fail: yield* failuresOf(edges, parent, unit), word, size: draft.size }
}

/** Where `unit` leads from `place`, or -1. */
export function step(edges: Edges, place: number, unit: number): number {
  const { from, mask } = edges
  for (let slot = slotOf(place, unit) & mask; ; slot = (slot + 1) & mask) {
    const found = at(from, slot)
    if (found === -1) return -1
    if (found === place && at(edges.unit, slot) === unit) return at(edges.to, slot)
  }
}

/** What the table holds at `i`, which its maker keeps within it. */
export const at = (table: Int32Array | Uint16Array | Uint8Array, i: number): number => table[i] as number

interface Draft {
  parent: Int32Array
  unit: Uint16Array
  word: Int32Array
  depth: Int32Array
  size: number
}

function* draftOf(words: readonly string[]): Steps<Draft> {
  const most = words.reduce((sum, word) => sum + word.length, 1)
  const edges = newEdges(most)
  const draft = {
    parent: new Int32Array(most),
    unit: new Uint16Array(most),
    word: new Int32Array(most).fill(-1),
    depth: new Int32Array(most),
    size: 1,
  }
  for (let number = 0; number < words.length; number++) {
    draft.word[insert(draft, edges, words[number] ?? '')] = number
    if (number % wordsAStep === 0) yield
  }
  return draft
}

function insert(draft: Draft, edges: Edges, word: string): number {
  let place = 0
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    const next = step(edges, place, unit)
    if (next !== -1) {
      place = next
      continue
    }
    const made = draft.size++
    draft.parent[made] = place
    draft.unit[made] = unit
    draft.depth[made] = i + 1
    addEdge(edges, place, unit, made)
    place = made
  }
  return place
}

/** Shallow places first, so that those that are met most lie together. */
function inBreadth({ depth, size }: Draft): Int32Array {
  const deepest = depth.subarray(0, size).reduce((most, d) => Math.max(most, d), 0)
  const starts = new Int32Array(deepest + 2)
  for (let i = 0; i < size; i++) starts[at(depth, i) + 1] = at(starts, at(depth, i) + 1) + 1
  for (let d = 1; d < starts.length; d++) starts[d] = at(starts, d) + at(starts, d - 1)
  const order = new Int32Array(size)
  for (let i = 0; i < size; i++) {
    const slot = at(starts, at(depth, i))
    starts[at(depth, i)] = slot + 1
    order[slot] = i
  }
  return order
}

function* failuresOf(edges: Edges, parent: Int32Array, unit: Uint16Array): Steps<Int32Array> {
  const fail = new Int32Array(parent.length)
  for (let place = 1; place < parent.length; place++) {
    if (at(parent, place) === 0) continue
    let shorter = at(fail, at(parent, place))
    let next = step(edges, shorter, at(unit, place))
    while (next === -1 && shorter !== 0) {
      shorter = at(fail, shorter)
      next = step(edges, shorter, at(unit, place))
    }
    fail[place] = Math.max(next, 0)
    if (place % placesAStep === 0) yield
  }
  return fail
}

function newEdges(count: number): Edges {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2))
  return { from: new Int32Array(capacity).fill(-1), unit: new Uint16Array(capacity), to: new Int32Array(capacity), mask: capacity - 1 }
}

function addEdge(edges: Edges, from: number, unit: number, to: number): void {
  let slot = slotOf(from, unit) & edges.mask
  while (at(edges.from, slot) !== -1) slot = (slot + 1) & edges.mask
  edges.from[slot] = from
  edges.unit[slot] = unit
  edges.to[slot] = to
}

function slotOf(place: number, unit: number): number {
  const mixed = Math.imul(place, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

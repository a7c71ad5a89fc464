// What the tests and groups of all filters become, before they are asked.
import type { SearchedField } from '../fields.ts'
import type { Test, TextTest } from '../tree.ts'
import type { FieldDraft } from './field-index.ts'
import type { Depth } from './needs.ts'

export interface PlannedTest {
  test: Test
  node: number
  cost: number
  depth: Depth
  words: PlannedWords | null
}

/** `fields`: where its words are looked for; `isIndexed`: it holds only where one of them is found. */
export interface PlannedWords {
  test: TextTest
  wanted: string[]
  /** Its regexps that can be used; `spreads` where no automaton of them stays small. */
  patterns: { pattern: string; size: number; spreads: boolean }[]
  fields: number[]
  isIndexed: boolean
}

/** `finders`, by number: the tests for which a found text counts, twice their number, and one more where it is proof. */
export interface PlannedField {
  place: SearchedField
  isRaw: boolean
  depth: Depth
  draft: FieldDraft
  finders: number[][]
}

export type NodeKind = 'test' | 'all' | 'any' | 'none'

export interface PlannedNode {
  kind: NodeKind
  /** Of a test, its number; of a group, its parts, the cheapest first. */
  parts: number[]
  cost: number
}

// Defines the tests, groups and fields of an engine plan.
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

/** `fields`: the fields to search; `isIndexed`: the test can match only if one of its search texts is found. */
export interface PlannedWords {
  test: TextTest
  foldedWords: string[]
  /** Its valid regexps; `mayExplode` if their automaton may have too many states. */
  patterns: { pattern: string; size: number; mayExplode: boolean }[]
  fields: number[]
  isIndexed: boolean
}

/** `finders`, by text number: the tests that a found text affects, encoded as twice the test number plus 1 if the text proves the test. */
export interface PlannedField {
  searched: SearchedField
  isRaw: boolean
  depth: Depth
  draft: FieldDraft
  finders: number[][]
}

export type NodeKind = 'test' | 'all' | 'any' | 'none'

export interface PlannedNode {
  kind: NodeKind
  /** For a test, its number; for a group, its parts, cheapest first. */
  parts: number[]
  cost: number
}

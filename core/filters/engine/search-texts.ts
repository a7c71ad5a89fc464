// Lists the texts that a test searches for, so that they can be looked up together with those of all other tests.
import { foldVariants } from '../../text/fold.ts'
import { type Test, TextField, type TextTest } from '../tree.ts'
import { requiredTexts } from './required.ts'

export type SearchMode = 'contains' | 'is' | 'starts' | 'ends'

/** `isProof`: finding the text proves that the test matches; otherwise it may match and must be verified. */
export interface SearchText {
  mode: SearchMode
  text: string
  isProof: boolean
}

/** Longer words are searched for by their beginning, so that the trie stays small. */
const longestPiece = 24

export const isWordsTest = (test: Test): test is TextTest =>
  'values' in test && (test.field === 'header' || TextField.safeParse(test.field).success)

/** The test can match only if one of these is found; null if there are no such texts. */
export function toSearchTexts(test: TextTest, foldedWords: readonly string[]): SearchText[] | null {
  if (test.operator === 'regexp')
    return allOrNone(test.values.map(pattern => requiredTexts(pattern)?.map(text => containing(text, false)) ?? null))
  if (test.operator === 'contains') return foldedWords.map(text => containing(text, true))
  if (test.operator === 'wildcard') return allOrNone(foldedWords.map(wildcardTexts))
  const mode = test.operator
  return foldedWords.map(text => ({ mode, text, isProof: true }))
}

/** The folded values of a text test; none for a regexp. */
export function foldWords(test: TextTest): string[] {
  if (test.operator === 'regexp') return []
  const words = test.values.flatMap(foldVariants).map(value => value.text)
  return [...new Set(words)].filter(word => word !== '')
}

/** `a*` starts, `*a` ends, `*a*` contains; any other pattern must contain its longest literal run. */
function wildcardTexts(pattern: string): SearchText[] | null {
  const runs = pattern.split(/[*?]+/).filter(run => run !== '')
  const [single] = runs
  if (single === undefined) return null
  const longest = runs.reduce((a, b) => (b.length > a.length ? b : a))
  // A wildcard matches full characters, and half a surrogate pair is not one.
  if (runs.length > 1 || pattern.includes('?') || !pattern.isWellFormed()) return [containing(longest, false)]
  const openEnds = { start: pattern.startsWith('*'), end: pattern.endsWith('*') }
  if (openEnds.start && openEnds.end) return [containing(single, true)]
  return [{ mode: openEnds.start ? 'ends' : openEnds.end ? 'starts' : 'is', text: single, isProof: true }]
}

function containing(text: string, isProof: boolean): SearchText {
  const piece = text.slice(0, longestPiece)
  return { mode: 'contains', text: piece, isProof: isProof && piece.length === text.length }
}

function allOrNone(each: (SearchText[] | null)[]): SearchText[] | null {
  return each.some(texts => texts === null) ? null : each.flatMap(texts => texts ?? [])
}

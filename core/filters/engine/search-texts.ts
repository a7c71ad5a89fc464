// What a test of words looks for, as texts that can be looked up together with those of all other tests.
import { readings } from '../../text/fold.ts'
import { type Test, TextField, type TextTest } from '../tree.ts'
import { requiredBy } from './required.ts'

export type SearchMode = 'contains' | 'is' | 'starts' | 'ends'

/** `isProof`: where the text is found so, the test holds; else it may, and must be looked at alone. */
export interface SearchText {
  how: SearchMode
  text: string
  isProof: boolean
}

/** Longer words are looked for by their beginning, so that the tree of words stays small. */
const longestPiece = 24

export const isWordsTest = (test: Test): test is TextTest =>
  'values' in test && (test.field === 'header' || TextField.safeParse(test.field).success)

/** The test holds only where one of these is found; null where that cannot be said. */
export function searchTextsOf(test: TextTest, wanted: readonly string[]): SearchText[] | null {
  if (test.operator === 'regexp')
    return allOrNone(test.values.map(pattern => requiredBy(pattern)?.map(text => within(text, false)) ?? null))
  if (test.operator === 'contains') return wanted.map(text => within(text, true))
  if (test.operator === 'wildcard') return allOrNone(wanted.map(wildcardWish))
  const how = test.operator
  return wanted.map(text => ({ how, text, isProof: true }))
}

/** What a test of words wants, folded; of a regexp, nothing. */
export function wantedBy(test: TextTest): string[] {
  if (test.operator === 'regexp') return []
  const words = test.values.flatMap(readings).map(value => value.text)
  return [...new Set(words)].filter(word => word !== '')
}

/** `a*` starts, `*a` ends, `*a*` contains; of any other pattern with letters, the longest run of them is there. */
function wildcardWish(pattern: string): SearchText[] | null {
  const runs = pattern.split(/[*?]+/).filter(run => run !== '')
  const [only] = runs
  if (only === undefined) return null
  const longest = runs.reduce((a, b) => (b.length > a.length ? b : a))
  // A wildcard reads whole letters, of which half a pair is none.
  if (runs.length > 1 || pattern.includes('?') || !pattern.isWellFormed()) return [within(longest, false)]
  const isOpen = { before: pattern.startsWith('*'), behind: pattern.endsWith('*') }
  if (isOpen.before && isOpen.behind) return [within(only, true)]
  return [{ how: isOpen.before ? 'ends' : isOpen.behind ? 'starts' : 'is', text: only, isProof: true }]
}

function within(text: string, isProof: boolean): SearchText {
  const piece = text.slice(0, longestPiece)
  return { how: 'contains', text: piece, isProof: isProof && piece.length === text.length }
}

function allOrNone(each: (SearchText[] | null)[]): SearchText[] | null {
  return each.some(wishes => wishes === null) ? null : each.flatMap(wishes => wishes ?? [])
}

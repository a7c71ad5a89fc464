// Indexes everything that the tests of one field search for, so that one pass over the field finds it all.
import { buildMatcher, type Matcher, scan } from './matcher.ts'
import type { SearchMode } from './search-texts.ts'
import type { Steps } from './steps.ts'

/** Texts to compare with the beginning or the end of a field, and their distinct lengths. */
interface Lookup {
  byText: Map<string, number>
  lengths: number[]
}

/** Each text to search for has a number. */
export interface FieldIndex {
  count: number
  contains: { matcher: Matcher; numbers: number[] } | null
  is: Map<string, number>
  starts: Lookup
  ends: Lookup
}

export interface FieldDraft {
  numbers: Record<SearchMode, Map<string, number>>
  count: number
}

export const newFieldDraft = (): FieldDraft => ({
  numbers: { contains: new Map(), is: new Map(), starts: new Map(), ends: new Map() },
  count: 0,
})

/** The number of a text in this field, shared by all tests that search for it. */
export function numberText(draft: FieldDraft, mode: SearchMode, text: string): number {
  const existing = draft.numbers[mode].get(text)
  if (existing !== undefined) return existing
  const number = draft.count++
  draft.numbers[mode].set(text, number)
  return number
}

export function* buildFieldIndex({ numbers, count }: FieldDraft): Steps<FieldIndex> {
  const words = [...numbers.contains.keys()]
  const matcher = words.length === 0 ? null : yield* buildMatcher(words)
  return {
    count,
    contains: matcher && { matcher, numbers: [...numbers.contains.values()] },
    is: numbers.is,
    starts: buildLookup(numbers.starts),
    ends: buildLookup(numbers.ends),
  }
}

/** Calls `onFound` for each number found in `texts`, at least once. */
export function searchField(index: FieldIndex, texts: readonly string[], onFound: (number: number) => void): void {
  const { contains, is, starts, ends } = index
  const seen = new Uint8Array(contains?.matcher.count ?? 0)
  for (const text of texts) {
    const exact = is.get(text)
    if (exact !== undefined) onFound(exact)
    for (const length of starts.lengths) reportMatch(length <= text.length, starts, text.slice(0, length), onFound)
    for (const length of ends.lengths) reportMatch(length <= text.length, ends, text.slice(text.length - length), onFound)
    if (contains) scan(contains.matcher, text, seen, word => onFound(contains.numbers[word] ?? 0))
  }
}

function reportMatch(fits: boolean, { byText }: Lookup, candidate: string, onFound: (number: number) => void): void {
  const number = fits ? byText.get(candidate) : undefined
  if (number !== undefined) onFound(number)
}

const buildLookup = (byText: Map<string, number>): Lookup => ({
  byText,
  lengths: [...new Set([...byText.keys()].map(text => text.length))],
})

// All that the tests of one field look for, to be found in one reading of it.
import { type Matcher, matcherOf, scan } from './matcher.ts'
import type { SearchMode } from './search-texts.ts'
import type { Steps } from './steps.ts'

/** Texts of whole fields, their beginnings and their ends, by how long they are. */
interface Lookup {
  byText: Map<string, number>
  lengths: number[]
}

/** Each text that is looked for has a number. */
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

export const newDraft = (): FieldDraft => ({
  numbers: { contains: new Map(), is: new Map(), starts: new Map(), ends: new Map() },
  count: 0,
})

/** The number of a text in this field, the same for all who look for it. */
export function numberOf(draft: FieldDraft, how: SearchMode, text: string): number {
  const known = draft.numbers[how].get(text)
  if (known !== undefined) return known
  const number = draft.count++
  draft.numbers[how].set(text, number)
  return number
}

export function* indexOf({ numbers, count }: FieldDraft): Steps<FieldIndex> {
  const words = [...numbers.contains.keys()]
  const matcher = words.length === 0 ? null : yield* matcherOf(words)
  return {
    count,
    contains: matcher && { matcher, numbers: [...numbers.contains.values()] },
    is: numbers.is,
    starts: lookupOf(numbers.starts),
    ends: lookupOf(numbers.ends),
  }
}

/** Calls `found` for each number that `texts` hold; for one of several texts that hold it, or for each. */
export function look(index: FieldIndex, texts: readonly string[], found: (number: number) => void): void {
  const { contains, is, starts, ends } = index
  const seen = new Uint8Array(contains?.matcher.count ?? 0)
  for (const text of texts) {
    const whole = is.get(text)
    if (whole !== undefined) found(whole)
    for (const length of starts.lengths) report(length <= text.length, starts, text.slice(0, length), found)
    for (const length of ends.lengths) report(length <= text.length, ends, text.slice(text.length - length), found)
    if (contains) scan(contains.matcher, text, seen, word => found(contains.numbers[word] ?? 0))
  }
}

function report(fits: boolean, { byText }: Lookup, piece: string, found: (number: number) => void): void {
  const number = fits ? byText.get(piece) : undefined
  if (number !== undefined) found(number)
}

const lookupOf = (byText: Map<string, number>): Lookup => ({ byText, lengths: [...new Set([...byText.keys()].map(text => text.length))] })

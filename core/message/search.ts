// Searches emails by sender and subject: every word of the query must occur in one of them.
import { fold, foldTexts, toOriginalSpan } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'

/** The words of a query, case-folded; empty for an empty query. */
export const splitSearchWords = (search: string): string[] => [...new Set((foldTexts(search)[0] ?? '').split(' ').filter(Boolean))]

/** Sender and subject, case-folded once for any number of searches. */
export const toSearchableText = (from: { name: string; address: string } | null, subject: string): string =>
  [from?.name ?? '', from?.address ?? '', subject].flatMap(foldTexts).join('\n')

export const matchesAllWords = (text: string, words: readonly string[]): boolean => words.every(word => text.includes(word))

export function findMatchSpans(text: string, words: readonly string[]): Span[] {
  if (words.length === 0) return []
  const folded = fold(text)
  return words.flatMap(word => findPositions(folded.text, word).map(at => toOriginalSpan(folded, at, at + word.length)))
}

function findPositions(text: string, word: string): number[] {
  const positions: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) positions.push(at)
  return positions
}

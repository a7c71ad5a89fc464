// Searching mail by its sender and subject: every word that is asked for must be found, in either of them.
import { fold, foldedTexts, inOriginal } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'

/** The words of a search as they are compared; none where it asks for nothing. */
export const wordsOf = (search: string): string[] => [...new Set((foldedTexts(search)[0] ?? '').split(' ').filter(Boolean))]

/** What of a mail is searched, folded once for any number of searches. */
export const searchable = (from: { name: string; address: string } | null, subject: string): string =>
  [from?.name ?? '', from?.address ?? '', subject].flatMap(foldedTexts).join('\n')

export const isFound = (text: string, words: readonly string[]): boolean => words.every(word => text.includes(word))

/** Where the words stand in a text. */
export function hitsIn(text: string, words: readonly string[]): Span[] {
  if (words.length === 0) return []
  const folded = fold(text)
  return words.flatMap(word => placesOf(folded.text, word).map(at => inOriginal(folded, at, at + word.length)))
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at)
  return places
}

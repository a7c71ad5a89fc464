// Ranks items by a typed query: every word must match; word starts rank above substrings, and those above subsequences.

export interface Ranked {
  name: string
  /** Further words that find it. */
  keywords?: string
}

/** Matching items, best first; ties keep their order. An empty query returns all. */
export function rankByQuery<T extends Ranked>(items: readonly T[], query: string): T[] {
  const queryWords = wordsIn(query)
  if (queryWords.length === 0) return [...items]
  return items
    .map(item => ({ item, score: scoreItem(item, queryWords) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

const scores = { whole: 8, beginning: 6, middle: 3, letters: 1, also: 2 }

/** The sum of the scores of all query words; 0 if one does not match. */
function scoreItem({ name: word, keywords: also = '' }: Ranked, queryWords: readonly string[]): number {
  const name = normalize(word)
  const keywordText = normalize(also)
  const found = queryWords.map(part => Math.max(scoreName(name, part), scoreKeywords(keywordText, part)))
  return found.includes(0) ? 0 : found.reduce((sum, score) => sum + score, 0) + (name.startsWith(queryWords.join(' ')) ? 2 : 0)
}

function scoreName(name: string, part: string): number {
  const words = name.split(' ')
  if (words.includes(part)) return scores.whole
  if (words.some(word => word.startsWith(part))) return scores.beginning
  if (part.length > 1 && name.includes(part)) return scores.middle
  return part.length > 1 && words.some(word => isSubsequence(word, part)) ? scores.letters : 0
}

const scoreKeywords = (keywordText: string, part: string): number =>
  keywordText.split(' ').some(word => word.startsWith(part)) ? scores.also : 0

/** `fwd` matches `forwarded`: same first letter, and the others follow in order. */
function isSubsequence(word: string, part: string): boolean {
  if (word[0] !== part[0]) return false
  let at = -1
  return Array.from(part).every(letter => {
    at = word.indexOf(letter, at + 1)
    return at >= 0
  })
}

const wordsIn = (text: string): string[] => normalize(text).split(' ').filter(Boolean)

/** Lower-cased, without marks, with single spaces: `sao` finds `São-Paulo`. */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.]+/gu, ' ')
    .trim()

// Ranks what can be gone to or done by what was typed: every word of it must be found, beginnings before middles, letters in order last.

export interface Ranked {
  /** What it is called. */
  word: string
  /** By what else it may be found. */
  also?: string
}

/** Those that fit, the best first; those that fit alike keep their order. Nothing typed leaves all as they are. */
export function rank<T extends Ranked>(items: readonly T[], typed: string): T[] {
  const sought = wordsIn(typed)
  if (sought.length === 0) return [...items]
  return items
    .map(item => ({ item, score: scoreOf(item, sought) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

const scores = { whole: 8, beginning: 6, middle: 3, letters: 1, also: 2 }

/** The sum of how well each sought word is found; 0 where one of them is not. */
function scoreOf({ word, also = '' }: Ranked, sought: readonly string[]): number {
  const name = plain(word)
  const more = plain(also)
  const found = sought.map(part => Math.max(inName(name, part), inMore(more, part)))
  return found.includes(0) ? 0 : found.reduce((sum, score) => sum + score, 0) + (name.startsWith(sought.join(' ')) ? 2 : 0)
}

function inName(name: string, part: string): number {
  const words = name.split(' ')
  if (words.includes(part)) return scores.whole
  if (words.some(word => word.startsWith(part))) return scores.beginning
  if (part.length > 1 && name.includes(part)) return scores.middle
  return part.length > 1 && words.some(word => hasInOrder(word, part)) ? scores.letters : 0
}

const inMore = (more: string, part: string): number => (more.split(' ').some(word => word.startsWith(part)) ? scores.also : 0)

/** As `fwd` is in `forwarded`: it begins the word, and its letters follow in their order. */
function hasInOrder(word: string, part: string): boolean {
  if (word[0] !== part[0]) return false
  let at = -1
  return Array.from(part).every(letter => {
    at = word.indexOf(letter, at + 1)
    return at >= 0
  })
}

const wordsIn = (text: string): string[] => plain(text).split(' ').filter(Boolean)

/** Small, without marks, with single spaces: `São-Paulo` is found by `sao`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.]+/gu, ' ')
    .trim()

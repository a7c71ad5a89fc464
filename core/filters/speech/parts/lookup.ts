// Looks up dictionary phrases and lists in the words of a sentence.
import type { Chart, ChartMatch } from '../chart.ts'

const maxPhraseWords = 4

/** The longest phrase of the dictionary that starts here. */
export function lookUp<T>(chart: Chart, at: number, dictionary: ReadonlyMap<string, T>): ChartMatch<T> | null {
  if (!listFirstWords(dictionary).has(chart.words[at] ?? '')) return null
  for (let length = maxPhraseWords; length > 0; length--) {
    const words = chart.tokens.slice(at, at + length)
    if (words.length < length || words.some(word => word.kind === 'quoted')) continue
    const value = dictionary.get(words.map(word => word.text).join(' '))
    if (value !== undefined) return { end: at + length, value }
  }
  return null
}

const firstWords = new WeakMap<ReadonlyMap<string, unknown>, Set<string>>()

/** The first words of a dictionary's phrases. */
function listFirstWords(dictionary: ReadonlyMap<string, unknown>): Set<string> {
  const cached = firstWords.get(dictionary)
  if (cached) return cached
  const words = new Set([...dictionary.keys()].map(phrase => phrase.split(' ')[0] ?? ''))
  firstWords.set(dictionary, words)
  return words
}

/** Skips one of the words, if present. */
export const skipWord = (chart: Chart, at: number, ...words: string[]): number => {
  const token = chart.tokens[at]
  return token && token.kind !== 'quoted' && words.includes(token.text) ? at + 1 : at
}

/** Items separated by commas, `and` or `or`: the list may end after each item; the longest first. */
export function matchList<T>(chart: Chart, at: number, item: (at: number, isFirst: boolean) => ChartMatch<T> | null): ChartMatch<T[]>[] {
  const found: ChartMatch<T[]>[] = []
  let next = item(at, true)
  for (const items: T[] = []; next && found.length < 40; ) {
    items.push(next.value)
    found.unshift({ end: next.end, value: [...items] })
    const start = skipJoin(chart, next.end)
    next = start === null ? null : item(start, false)
  }
  return found
}

export function skipJoin(chart: Chart, at: number): number | null {
  const comma = skipWord(chart, at, ',', '/', ';')
  const joined = skipWord(chart, comma, 'and', 'or', 'y', 'o', 'e', 'u', '&', 'ni', 'nor')
  const slashed = skipWord(chart, skipWord(chart, joined, '/'), 'or', 'o')
  return slashed > at ? slashed : null
}

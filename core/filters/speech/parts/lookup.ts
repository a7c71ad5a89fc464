// Finds a phrase of a dictionary in the words of a sentence.
import type { Chart, ChartMatch } from '../chart.ts'

const longestPhrase = 4

/** The longest phrase of the dictionary that starts here. */
export function lookUp<T>(chart: Chart, at: number, dictionary: ReadonlyMap<string, T>): ChartMatch<T> | null {
  if (!firstsOf(dictionary).has(chart.words[at] ?? '')) return null
  for (let length = longestPhrase; length > 0; length--) {
    const words = chart.tokens.slice(at, at + length)
    if (words.length < length || words.some(word => word.kind === 'quoted')) continue
    const value = dictionary.get(words.map(word => word.text).join(' '))
    if (value !== undefined) return { end: at + length, value }
  }
  return null
}

const firsts = new WeakMap<ReadonlyMap<string, unknown>, Set<string>>()

/** The words that phrases of a dictionary start with. */
function firstsOf(dictionary: ReadonlyMap<string, unknown>): Set<string> {
  const before = firsts.get(dictionary)
  if (before) return before
  const words = new Set([...dictionary.keys()].map(phrase => phrase.split(' ')[0] ?? ''))
  firsts.set(dictionary, words)
  return words
}

/** Steps over one of the words. */
export const skip = (chart: Chart, at: number, ...words: string[]): number => {
  const token = chart.tokens[at]
  return token && token.kind !== 'quoted' && words.includes(token.text) ? at + 1 : at
}

/** Items one after the other, with commas, and, or between: the end of each is an end of the list, the longest first. */
export function listOf<T>(chart: Chart, at: number, item: (at: number, isFirst: boolean) => ChartMatch<T> | null): ChartMatch<T[]>[] {
  const found: ChartMatch<T[]>[] = []
  let next = item(at, true)
  for (const items: T[] = []; next && found.length < 40; ) {
    items.push(next.value)
    found.unshift({ end: next.end, value: [...items] })
    const start = afterJoin(chart, next.end)
    next = start === null ? null : item(start, false)
  }
  return found
}

export function afterJoin(chart: Chart, at: number): number | null {
  const comma = skip(chart, at, ',', '/', ';')
  const joined = skip(chart, comma, 'and', 'or', 'y', 'o', 'e', 'u', '&', 'ni', 'nor')
  const slashed = skip(chart, skip(chart, joined, '/'), 'or', 'o')
  return slashed > at ? slashed : null
}

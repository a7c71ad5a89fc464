// Looks up dictionary phrases and lists in the words of a sentence.
import type { Chart, ChartMatch } from '../chart.ts'
import type { SmallKind } from '../lexicon.ts'

const maxPhraseWords = 6

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

/** Skips a mark, if it is one of these. */
export const skipMark = (chart: Chart, at: number, ...marks: string[]): number => (marks.includes(chart.words[at] ?? '') ? at + 1 : at)

/** Skips a small word of one of these kinds, if present. */
export const skipSmall = (chart: Chart, at: number, ...kinds: SmallKind[]): number => (isSmall(chart, at, ...kinds) ? at + 1 : at)

export const isSmall = (chart: Chart, at: number, ...kinds: SmallKind[]): boolean =>
  kinds.some(kind => chart.lexicon.small[kind].has(chart.words[at] ?? ''))

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
  const comma = skipMark(chart, at, ',', '/', ';')
  const joined = skipSmall(chart, comma, 'and', 'or')
  const slashed = skipSmall(chart, skipMark(chart, joined, '/'), 'or')
  return slashed > at ? slashed : null
}

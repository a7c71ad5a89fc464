// Topics and words to look for.
import type { Chart, Found } from '../chart.ts'
import { formsOf } from '../forms.ts'
import type { Phrase, PhraseList } from '../pieces.ts'
import { isCapital, isEdge, isKind, wanted, written } from './edges.ts'
import { listOf, skip } from './lookup.ts'

const longestTopic = 8

/** What a mail is about: `the boiler or the heating`. */
export function readTopics(chart: Chart, at: number): Found<PhraseList>[] {
  const start = skip(chart, at, 'both', 'either', 'tanto', 'ambos')
  const isBoth = ['both', 'tanto', 'ambos'].includes(chart.tokens[at]?.text ?? '') && start > at
  return listOf(chart, start, (place, isFirst) => topicAt(chart, place, isFirst)).map(({ end, value }) => ({
    end,
    value: { items: value, isBoth },
  }))
}

function topicAt(chart: Chart, at: number, isFirst: boolean): Found<Phrase> | null {
  const quoted = quotedAt(chart, at)
  if (quoted) return quoted
  let start = at
  while (isKind(chart, chart.tokens[start], 'article') || isKind(chart, chart.tokens[start], 'possessive')) start += 1
  let end = start
  while (end < start + longestTopic && !isEdge(chart, end)) end += 1
  if (end === start || (!isFirst && isCapital(chart.tokens[start]) && !isKind(chart, chart.tokens[start], 'noun'))) return null
  return { end, value: phrase(chart, start, end) }
}

/** Words as they stand: `final notice`, `[FAILED]`; the first word may be any. */
export function readLiterals(chart: Chart, at: number): Found<PhraseList>[] {
  const start = skip(chart, at, 'both', 'either')
  const found = listOf(chart, start, place => literalAt(chart, skip(chart, place, 'the', 'la', 'el', 'de')))
  return found.map(({ end, value }) => ({ end, value: { items: value, isBoth: start > at && chart.tokens[at]?.text === 'both' } }))
}

function literalAt(chart: Chart, at: number): Found<Phrase> | null {
  const quoted = quotedAt(chart, at)
  if (quoted) return quoted
  const closing = chart.tokens[at]?.text === 'lpar' ? chart.tokens.findIndex((token, i) => i > at && token.text === 'rpar') : -1
  if (closing > at) return { end: closing + 1, value: phrase(chart, at, closing + 1) }
  const first = chart.tokens[at]
  if (!first || first.kind === 'mark' || isKind(chart, first, 'stop')) return null
  let end = at + 1
  while (end < at + longestTopic && !isEdge(chart, end)) end += 1
  return { end, value: phrase(chart, at, end) }
}

function quotedAt(chart: Chart, at: number): Found<Phrase> | null {
  const token = chart.tokens[at]
  if (token?.kind !== 'quoted' || token.raw.trim() === '') return null
  return {
    end: at + 1,
    value: { start: token.start, end: token.end, raw: token.raw.trim(), forms: [wanted(token.raw.trim())], isQuoted: true },
  }
}

function phrase(chart: Chart, from: number, to: number): Phrase {
  const raw = written(chart, from, to)
  const place = { start: chart.tokens[from]?.start ?? 0, end: chart.tokens[to - 1]?.end ?? 0 }
  return { ...place, raw, forms: formsOf(wanted(raw), chart.lexicon.language), isQuoted: false }
}

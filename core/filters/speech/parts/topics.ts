// Topics and words to look for.
import { type Chart, type ChartMatch, strongRule } from '../chart.ts'
import { formsOf } from '../forms.ts'
import type { Phrase, PhraseList } from '../pieces.ts'
import { isCapital, isEdge, isKind, wanted, written } from './edges.ts'
import { afterJoin, listOf, lookUp, skip } from './lookup.ts'

const longestTopic = 8

/** What a mail is about: `the boiler or the heating`. */
export function readTopics(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skip(chart, at, 'both', 'either', 'tanto', 'ambos')
  const isBoth = ['both', 'tanto', 'ambos'].includes(chart.tokens[at]?.text ?? '') && start > at
  return listOf(chart, start, (place, isFirst) => topicAt(chart, place, isFirst)).map(({ end, value }) => ({
    end,
    value: { items: value, isBoth: isBoth || (value.every(item => item.isQuoted) && areJoinedByAnd(chart, value)) },
  }))
}

function topicAt(chart: Chart, at: number, isFirst: boolean): ChartMatch<Phrase> | null {
  const quoted = quotedAt(chart, at)
  if (quoted) return quoted
  let start = at
  while (isKind(chart, chart.tokens[start], 'article') || isKind(chart, chart.tokens[start], 'possessive')) start += 1
  const end = phraseEnd(chart, start, start)
  if (end === start || (!isFirst && isCapital(chart.tokens[start]) && !isKind(chart, chart.tokens[start], 'noun'))) return null
  return { end, value: phrase(chart, start, end) }
}

/** Words as they stand: `final notice`, `[FAILED]`; the first word may be any. */
export function readLiterals(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skip(chart, at, 'both', 'either')
  const found = listOf(chart, start, (place, isFirst) =>
    isFirst || continues(chart, place) ? literalAt(chart, skip(chart, place, 'the', 'la', 'el', 'de')) : null,
  )
  return found.map(({ end, value }) => ({
    end,
    value: { items: value, isBoth: (start > at && chart.tokens[at]?.text === 'both') || areJoinedByAnd(chart, value) },
  }))
}

export const readQuote = (chart: Chart, at: number): ChartMatch<PhraseList>[] =>
  listOf(chart, at, place => quotedAt(chart, place)).map(({ end, value }) => ({ end, value: { items: value, isBoth: false } }))

/** `“lease” and “unit 4”`: words to look for that are joined by an and are all wanted. */
function areJoinedByAnd(chart: Chart, items: Phrase[]): boolean {
  const [first, last] = [items[0], items.at(-1)]
  const joins = chart.tokens.filter(token => token.start >= (first?.end ?? 0) && token.end <= (last?.start ?? 0)).map(token => token.text)
  return joins.some(join => ['and', '&', 'y', 'e'].includes(join)) && !joins.some(join => ['or', 'o', 'u'].includes(join))
}

/** `Re:` is written with its colon, where nothing follows that it could introduce. */
function pastColon(chart: Chart, at: number): number {
  const [before, colon, next] = [chart.tokens[at - 1], chart.tokens[at], chart.tokens[at + 1]]
  return colon?.text === ':' && colon.start === before?.end && (!next || next.kind === 'mark') ? at + 1 : at
}

/** After a comma or an and, something else may begin; after an or hardly. */
function continues(chart: Chart, at: number): boolean {
  const before = chart.tokens[at - 1]?.text
  if (before === 'or' || before === 'o' || chart.tokens[at]?.kind === 'quoted') return true
  if (isEdge(chart, at)) return false
  const end = phraseEnd(chart, at, at + 1)
  return before !== ',' || afterJoin(chart, end) !== null
}

function literalAt(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const quoted = quotedAt(chart, at)
  if (quoted) return quoted
  const closing = chart.tokens[at]?.text === 'lpar' ? chart.tokens.findIndex((token, i) => i > at && token.text === 'rpar') : -1
  if (closing > at) return { end: closing + 1, value: phrase(chart, at, closing + 1) }
  const first = chart.tokens[at]
  if (!first || first.kind === 'mark' || isKind(chart, first, 'stop')) return null
  const end = pastColon(chart, phraseEnd(chart, at, at + 1))
  return { end, value: phrase(chart, at, end, true) }
}

/** Where a phrase that starts here ends; `codes of conduct` and `código de acceso` are one. */
function phraseEnd(chart: Chart, start: number, from: number): number {
  let end = from
  while (end < start + longestTopic) {
    const fixed = lookUp(chart, end, chart.lexicon.dictionary.phrases)
    if (fixed) end = fixed.end
    else if (!isEdge(chart, end)) end += 1
    else if (end > start && isJoint(chart, end)) end = skip(chart, end + 1, 'the', 'la', 'el', 'los', 'las') + 1
    else break
  }
  return end
}

/** An of that no rule takes for more than a small word, with a plain word behind it. */
function isJoint(chart: Chart, at: number): boolean {
  const rule = strongRule(chart, at)
  const isSmall =
    ['of', 'de'].includes(chart.tokens[at]?.text ?? '') && (rule === null || (rule.rule.name === 'filler' && rule.end <= at + 2))
  return isSmall && !isEdge(chart, skip(chart, at + 1, 'the', 'la', 'el', 'los', 'las'))
}

function quotedAt(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const token = chart.tokens[at]
  if (token?.kind !== 'quoted' || token.raw.trim() === '') return null
  return {
    end: at + 1,
    value: { start: token.start, end: token.end, raw: token.raw.trim(), forms: [wanted(token.raw.trim())], isQuoted: true },
  }
}

function phrase(chart: Chart, from: number, to: number, isLiteral = false): Phrase {
  const raw = written(chart, from, to)
  const forms = formsOf(wanted(raw), chart.lexicon.language)
  const place = { start: chart.tokens[from]?.start ?? 0, end: chart.tokens[to - 1]?.end ?? 0 }
  return { ...place, raw, forms: isLiteral ? [...new Set([...forms, wanted(raw)])] : forms, isQuoted: false }
}

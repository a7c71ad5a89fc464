// Matches topics and words to search for.
import { type Chart, type ChartMatch, findStrongRule } from '../chart.ts'
import { listWordForms } from '../forms.ts'
import type { Phrase, PhraseList } from '../pieces.ts'
import { hasKind, isCapital, isEdge, sliceText, toSearchWord } from './edges.ts'
import { lookUp, matchList, skipJoin, skipWord } from './lookup.ts'

const maxTopicWords = 8

/** What an email is about: `the boiler or the heating`. */
export function matchTopics(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skipWord(chart, at, 'both', 'either', 'tanto', 'ambos')
  const isBoth = ['both', 'tanto', 'ambos'].includes(chart.tokens[at]?.text ?? '') && start > at
  return matchList(chart, start, (span, isFirst) => matchTopic(chart, span, isFirst)).map(({ end, value }) => ({
    end,
    value: { items: value, isBoth: isBoth || (value.every(item => item.isQuoted) && areJoinedByAnd(chart, value)) },
  }))
}

function matchTopic(chart: Chart, at: number, isFirst: boolean): ChartMatch<Phrase> | null {
  const quoted = matchQuoted(chart, at)
  if (quoted) return quoted
  let start = at
  while (hasKind(chart, chart.tokens[start], 'article') || hasKind(chart, chart.tokens[start], 'possessive')) start += 1
  const end = findPhraseEnd(chart, start, start)
  if (end === start || (!isFirst && isCapital(chart.tokens[start]) && !hasKind(chart, chart.tokens[start], 'noun'))) return null
  return { end, value: toPhrase(chart, start, end) }
}

/** Literal words: `final notice`, `[FAILED]`; any word may come first. */
export function matchLiterals(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skipWord(chart, at, 'both', 'either')
  const found = matchList(chart, start, (span, isFirst) =>
    isFirst || continuesList(chart, span) ? matchLiteral(chart, skipWord(chart, span, 'the', 'la', 'el', 'de')) : null,
  )
  return found.map(({ end, value }) => ({
    end,
    value: { items: value, isBoth: (start > at && chart.tokens[at]?.text === 'both') || areJoinedByAnd(chart, value) },
  }))
}

export const matchQuote = (chart: Chart, at: number): ChartMatch<PhraseList>[] =>
  matchList(chart, at, span => matchQuoted(chart, span)).map(({ end, value }) => ({ end, value: { items: value, isBoth: false } }))

/** `“lease” and “unit 4”`: words joined by `and` must all occur. */
function areJoinedByAnd(chart: Chart, items: Phrase[]): boolean {
  const [first, last] = [items[0], items.at(-1)]
  const joins = chart.tokens.filter(token => token.start >= (first?.end ?? 0) && token.end <= (last?.start ?? 0)).map(token => token.text)
  return joins.some(join => ['and', '&', 'y', 'e'].includes(join)) && !joins.some(join => ['or', 'o', 'u'].includes(join))
}

/** Includes the colon of `Re:`, if nothing follows that it could introduce. */
function skipColon(chart: Chart, at: number): number {
  const [before, colon, next] = [chart.tokens[at - 1], chart.tokens[at], chart.tokens[at + 1]]
  return colon?.text === ':' && colon.start === before?.end && (!next || next.kind === 'mark') ? at + 1 : at
}

/** After a comma or `and` something else may begin; after `or` rarely. */
function continuesList(chart: Chart, at: number): boolean {
  const before = chart.tokens[at - 1]?.text
  if (before === 'or' || before === 'o' || chart.tokens[at]?.kind === 'quoted') return true
  if (isEdge(chart, at)) return false
  const end = findPhraseEnd(chart, at, at + 1)
  return before !== ',' || skipJoin(chart, end) !== null
}

function matchLiteral(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const quoted = matchQuoted(chart, at)
  if (quoted) return quoted
  const closing = chart.tokens[at]?.text === 'lpar' ? chart.tokens.findIndex((token, i) => i > at && token.text === 'rpar') : -1
  if (closing > at) return { end: closing + 1, value: toPhrase(chart, at, closing + 1) }
  const first = chart.tokens[at]
  if (!first || first.kind === 'mark' || hasKind(chart, first, 'stop')) return null
  const end = skipColon(chart, findPhraseEnd(chart, at, at + 1))
  return { end, value: toPhrase(chart, at, end, true) }
}

/** The end of the phrase; `codes of conduct` and `código de acceso` are one phrase. */
function findPhraseEnd(chart: Chart, start: number, from: number): number {
  let end = from
  while (end < start + maxTopicWords) {
    const fixed = lookUp(chart, end, chart.lexicon.dictionary.phrases)
    if (fixed) end = fixed.end
    else if (!isEdge(chart, end)) end += 1
    else if (end > start && isJoint(chart, end)) end = skipWord(chart, end + 1, 'the', 'la', 'el', 'los', 'las') + 1
    else break
  }
  return end
}

/** An `of` that no rule claims, followed by an ordinary word. */
function isJoint(chart: Chart, at: number): boolean {
  const rule = findStrongRule(chart, at)
  const isSmall =
    ['of', 'de'].includes(chart.tokens[at]?.text ?? '') && (rule === null || (rule.rule.name === 'filler' && rule.end <= at + 2))
  return isSmall && !isEdge(chart, skipWord(chart, at + 1, 'the', 'la', 'el', 'los', 'las'))
}

function matchQuoted(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const token = chart.tokens[at]
  if (token?.kind !== 'quoted' || token.raw.trim() === '') return null
  return {
    end: at + 1,
    value: { start: token.start, end: token.end, raw: token.raw.trim(), forms: [toSearchWord(token.raw.trim())], isQuoted: true },
  }
}

function toPhrase(chart: Chart, from: number, to: number, isLiteral = false): Phrase {
  const raw = sliceText(chart, from, to)
  const forms = listWordForms(toSearchWord(raw), chart.lexicon.language)
  const span = { start: chart.tokens[from]?.start ?? 0, end: chart.tokens[to - 1]?.end ?? 0 }
  return { ...span, raw, forms: isLiteral ? [...new Set([...forms, toSearchWord(raw)])] : forms, isQuoted: false }
}

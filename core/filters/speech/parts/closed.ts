// Matches slots with dictionary values (file kinds, languages, redactions, checks), and plain labels.

import { Redaction } from '../../action.ts'
import type { Chart, ChartMatch } from '../chart.ts'
import type { AuthCheck } from '../pieces.ts'
import { hasKind, isCapital, isEdge, sliceText, startsAction, toSearchWord } from './edges.ts'
import { isSmall, lookUp, matchList, skipSmall } from './lookup.ts'

export const matchKinds = (chart: Chart, at: number): ChartMatch<string[][]>[] =>
  matchList(
    chart,
    at,
    (position, isFirst) =>
      lookUp(chart, position, chart.lexicon.dictionary.kinds) ??
      lookUp(chart, skipArticle(chart, position), chart.lexicon.dictionary.kinds) ??
      (isFirst ? null : lookUp(chart, position, chart.lexicon.dictionary.laterKinds)),
  )

/** `Spanish or Portuguese` */
export const matchTongues = (chart: Chart, at: number): ChartMatch<string[]>[] =>
  matchList(chart, at, position => lookUp(chart, position, chart.lexicon.dictionary.tongues))

export const matchRedactions = (chart: Chart, at: number): ChartMatch<Redaction[]>[] =>
  matchList(chart, at, (position, isFirst) => {
    const start = skipArticle(chart, skipArticle(chart, skipSmall(chart, position, 'of')))
    const { redactions, laterRedactions } = chart.lexicon.dictionary
    return lookUp(chart, start, redactions) ?? matchShortened(chart, start) ?? (isFirst ? null : lookUp(chart, start, laterRedactions))
  })
    .map(({ end, value }) => ({
      end,
      value: Redaction.options.filter(each => value.includes(each)),
    }))
    .filter(({ end }) => isClosedList(chart, at, end))

/** `account and card numbers`: the first shares the noun of the second. */
function matchShortened(chart: Chart, at: number): ChartMatch<Redaction> | null {
  if (!isSmall(chart, at + 1, 'and', 'or')) return null
  const next = lookUp(chart, skipArticle(chart, at + 2), chart.lexicon.dictionary.redactions)
  const value = next && chart.lexicon.dictionary.redactions.get(`${chart.words[at]} ${chart.words[next.end - 1]}`)
  return value ? { end: at + 1, value } : null
}

/** `codes, code hidden` is not one list of what to hide: a list has `and` or `or`. */
const isClosedList = (chart: Chart, from: number, to: number): boolean =>
  !chart.words.slice(from, to).includes(',') || chart.words.slice(from, to).some((_, i) => isSmall(chart, from + i, 'and', 'or'))

export const matchChecks = (chart: Chart, at: number): ChartMatch<AuthCheck[]>[] =>
  matchList(chart, at, position => lookUp(chart, skipArticle(chart, position), chart.lexicon.dictionary.checks))

/** A name with a hyphen, or a well-known header. */
export function matchHeader(chart: Chart, at: number): ChartMatch<string>[] {
  const token = chart.tokens[at]
  const raw = token?.kind === 'quoted' || token?.kind === 'word' ? token.raw : ''
  return /^[A-Za-z][\w-]{1,60}$/.test(raw) &&
    (raw.includes('-') || /^(?:sender|received|importance|precedence|organization|comments|keywords)$/i.test(raw))
    ? [{ end: at + 1, value: raw }]
    : []
}

/** One to three plain words. */
export function matchLabel(chart: Chart, at: number): ChartMatch<string>[] {
  const quoted = chart.tokens[at]
  if (quoted?.kind === 'quoted') return [{ end: at + 1, value: toSearchWord(quoted.raw) }]
  const found: ChartMatch<string>[] = []
  for (let end = at + 1; end <= at + 3; end++) {
    const token = chart.tokens[end - 1]
    if (token?.kind !== 'word' || hasKind(chart, token, 'stop') || hasKind(chart, token, 'possessive') || hasKind(chart, token, 'article'))
      break
    // `the bakers list hourly`
    if (end === at + 1 && startsAction(chart, at)) break
    if (end > at + 1 ? isEdge(chart, end - 1) : hasKind(chart, token, 'mail')) break
    found.unshift({ end, value: toSearchWord(sliceText(chart, at, end)) })
  }
  return found
}

export function matchAddress(chart: Chart, at: number): ChartMatch<string>[] {
  const token = chart.tokens[at]
  return token?.kind === 'address' ? [{ end: at + 1, value: toSearchWord(token.raw) }] : []
}

/** A word that no list knows, in the place of a verb. */
export function matchOdd(chart: Chart, at: number): ChartMatch<string>[] {
  const token = chart.tokens[at]
  const isOdd = token?.kind === 'word' && !isCapital(token) && !chart.lexicon.vocabulary.has(token.text)
  return isOdd ? [{ end: at + 1, value: token.text }] : []
}

/** Everything up to the next comma or the end. */
export function matchRest(chart: Chart, at: number): ChartMatch<string>[] {
  const next = chart.tokens.findIndex((token, i) => i >= at && token.kind === 'mark' && /[,;:.]/.test(token.text))
  const end = next < 0 ? chart.tokens.length : next
  return end > at ? [{ end, value: sliceText(chart, at, end) }] : []
}

const skipArticle = (chart: Chart, at: number): number => skipSmall(chart, at, 'some')

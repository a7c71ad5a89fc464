// Parts that a dictionary knows: kinds of files, languages, what to black out, checks of the sender; and plain labels.

import { Redaction } from '../../action.ts'
import type { Chart, ChartMatch } from '../chart.ts'
import type { AuthCheck } from '../pieces.ts'
import { isEdge, isKind, wanted, written } from './edges.ts'
import { listOf, lookUp, skip } from './lookup.ts'

export const readKinds = (chart: Chart, at: number): ChartMatch<string[][]>[] =>
  listOf(
    chart,
    at,
    place => lookUp(chart, place, chart.lexicon.dictionary.kinds) ?? lookUp(chart, article(chart, place), chart.lexicon.dictionary.kinds),
  )

export const readTongue = (chart: Chart, at: number): ChartMatch<string>[] => one(lookUp(chart, at, chart.lexicon.dictionary.tongues))

export const readRedactions = (chart: Chart, at: number): ChartMatch<Redaction[]>[] =>
  listOf(chart, at, place => lookUp(chart, article(chart, place), chart.lexicon.dictionary.redactions)).map(({ end, value }) => ({
    end,
    value: Redaction.options.filter(each => value.includes(each)),
  }))

export const readChecks = (chart: Chart, at: number): ChartMatch<AuthCheck[]>[] =>
  listOf(chart, at, place => lookUp(chart, article(chart, place), chart.lexicon.dictionary.checks))

/** A header has a hyphen in its name, or is one that everybody knows. */
export function readHeader(chart: Chart, at: number): ChartMatch<string>[] {
  const token = chart.tokens[at]
  const raw = token?.kind === 'quoted' || token?.kind === 'word' ? token.raw : ''
  return /^[A-Za-z][\w-]{1,60}$/.test(raw) &&
    (raw.includes('-') || /^(?:sender|received|importance|precedence|organization|comments|keywords)$/i.test(raw))
    ? [{ end: at + 1, value: raw }]
    : []
}

/** One to three plain words. */
export function readLabel(chart: Chart, at: number): ChartMatch<string>[] {
  const quoted = chart.tokens[at]
  if (quoted?.kind === 'quoted') return [{ end: at + 1, value: wanted(quoted.raw) }]
  const found: ChartMatch<string>[] = []
  for (let end = at + 1; end <= at + 3; end++) {
    const token = chart.tokens[end - 1]
    if (token?.kind !== 'word' || isKind(chart, token, 'stop') || isKind(chart, token, 'possessive') || isKind(chart, token, 'article'))
      break
    if (end > at + 1 ? isEdge(chart, end - 1) : isKind(chart, token, 'mail')) break
    found.unshift({ end, value: wanted(written(chart, at, end)) })
  }
  return found
}

export function readAddress(chart: Chart, at: number): ChartMatch<string>[] {
  const token = chart.tokens[at]
  return token?.kind === 'address' ? [{ end: at + 1, value: wanted(token.raw) }] : []
}

/** Everything up to the next comma or the end. */
export function readRest(chart: Chart, at: number): ChartMatch<string>[] {
  const next = chart.tokens.findIndex((token, i) => i >= at && token.kind === 'mark' && /[,;:.]/.test(token.text))
  const end = next < 0 ? chart.tokens.length : next
  return end > at ? [{ end, value: written(chart, at, end) }] : []
}

const article = (chart: Chart, at: number): number =>
  skip(chart, at, 'a', 'an', 'the', 'any', 'my', 'their', 'all', 'un', 'una', 'unos', 'unas', 'el', 'la', 'los', 'las', 'mis', 'sus')

const one = <T>(found: ChartMatch<T> | null): ChartMatch<T>[] => (found ? [found] : [])

// Matches numbers and sizes.
import type { Chart, ChartMatch } from '../chart.ts'
import { lookUp, skipMark, skipSmall } from './lookup.ts'

export function matchNumber(chart: Chart, at: number): ChartMatch<number>[] {
  const token = chart.tokens[at]
  if (token?.kind !== 'number') {
    const word = lookUp(chart, at, chart.lexicon.dictionary.numbers)
    return word ? [word] : []
  }
  const value = parseNumber(token.raw)
  return value === null ? [] : [{ end: at + 1, value }]
}

/** In bytes; 1 MB is 1,000,000. */
export function matchSize(chart: Chart, at: number): ChartMatch<number>[] {
  return matchNumber(chart, at).flatMap(({ end, value }) => {
    const unit = lookUp(chart, end, chart.lexicon.dictionary.units)
    const bytes = unit ? Math.round(value * unit.value) : 0
    return unit && bytes > 0 && Number.isSafeInteger(bytes) ? [{ end: unit.end, value: bytes }] : []
  })
}

/** `1 and 5 MB`, `500 KB to 2 MB`: the first takes the unit of the second if it has none. */
export function matchSizes(chart: Chart, at: number): ChartMatch<[from: number, to: number]>[] {
  return matchNumber(chart, at).flatMap(({ end, value }) => {
    const own = lookUp(chart, end, chart.lexicon.dictionary.units)
    const middle = own?.end ?? end
    const next = skipSmall(chart, skipMark(chart, middle, '-', '–', '—'), 'and', 'until')
    if (next === middle) return []
    return matchNumber(chart, next).flatMap((last): ChartMatch<[from: number, to: number]>[] => {
      const unit = lookUp(chart, last.end, chart.lexicon.dictionary.units)
      const [from, to] = unit ? [Math.round(value * (own ?? unit).value), Math.round(last.value * unit.value)] : [0, 0]
      return unit && from > 0 && to > from && Number.isSafeInteger(to) ? [{ end: unit.end, value: [from, to] }] : []
    })
  })
}

/** A point or comma before three digits is a thousands separator; else a decimal separator. */
function parseNumber(raw: string): number | null {
  if (/^\d{1,12}$/.test(raw)) return Number(raw)
  if (/^\d{1,3}(?:[.,]\d{3}){1,3}$/.test(raw)) return Number(raw.replace(/[.,]/g, ''))
  return /^\d{1,12}[.,]\d{1,3}$/.test(raw) ? Number(raw.replace(',', '.')) : null
}

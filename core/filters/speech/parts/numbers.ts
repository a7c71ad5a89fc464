// Matches numbers and sizes.
import type { Chart, ChartMatch } from '../chart.ts'
import { lookUp } from './lookup.ts'

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

/** A point or comma before three digits is a thousands separator; else a decimal separator. */
function parseNumber(raw: string): number | null {
  if (/^\d{1,12}$/.test(raw)) return Number(raw)
  if (/^\d{1,3}(?:[.,]\d{3}){1,3}$/.test(raw)) return Number(raw.replace(/[.,]/g, ''))
  return /^\d{1,12}[.,]\d{1,3}$/.test(raw) ? Number(raw.replace(',', '.')) : null
}

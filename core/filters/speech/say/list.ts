// Joins phrases with commas and `and` or `or`, and formats quoted words and sizes.
import type { Translate } from '../../../words/words.ts'

export interface Say {
  t: Translate<'speech'>
  language: string
}

export function joinPhrases({ t }: Say, join: 'and' | 'or', phrases: string[]): string {
  const last = phrases.at(-1) ?? ''
  const rest = phrases.slice(0, -1)
  if (rest.length === 0) return last
  const first = rest.reduce((before, next) => t('comma', { first: before, last: next }))
  return t(join, { first, last })
}

/** Quotes search words; addresses and domains stay unquoted. */
export const quoteWords = (say: Say, words: string[]): string =>
  joinPhrases(
    say,
    'or',
    words.map(word => (/^[^\s@]*@[^\s@]+$/.test(word) ? word : say.t('quoted', { word }))),
  )

export function formatBytes(bytes: number, language: string): string {
  const steps: [bytes: number, unit: string][] = [
    [1_000_000_000, 'GB'],
    [1_000_000, 'MB'],
    [1000, 'kB'],
  ]
  const [step, unit] = steps.find(([least]) => bytes >= least) ?? [1, 'B']
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / step)} ${unit}`
}

// The sample emails of the filter demo, and a simple match used until the engine is loaded.
import type { Translate } from '../../../../core/words/words.ts'

export interface Sample {
  name: string
  address: string
  subject: string
  text: string
}

/** The ranges of a text that made an email match. */
export type TextSpans = { start: number; end: number }[]

/** A filter's result for one sample. `text` is the part of its text that matched; null if the match is in name or subject. */
export interface SampleResult {
  isForwarded: boolean
  name: TextSpans
  subject: TextSpans
  text: { seen: string; hits: TextSpans } | null
}

const numbers = [1, 2, 3, 4, 5, 6, 7] as const
const addresses = {
  1: 'alerts@harborbank.example',
  2: 'billing@kesiprint.example',
  3: 'hello@freshcart.example',
  4: 'office@greenfield-school.example',
  5: 'notify@linkup.example',
  6: 'orders@duka.example',
  7: 'survey@parcelpost.example',
}

export const makeSamples = (t: Translate<'site'>): Sample[] =>
  numbers.map(n => ({ name: t(`try.from${n}`), address: addresses[n], subject: t(`try.subject${n}`), text: t(`try.text${n}`) }))

/** Splits "invoice, order" into words; keeps at most 20. */
export const splitWords = (typed: string): string[] =>
  [...new Set(typed.split(/[,،;\n]/).map(word => word.trim()))].filter(word => word !== '').slice(0, 20)

/** The result before the engine is loaded; a test checks that it equals the engine's. */
export function resultWithoutEngine(words: readonly string[], { name, subject }: Sample): SampleResult {
  const spans = { name: findSpans(words, name), subject: findSpans(words, subject) }
  return { isForwarded: spans.name.length + spans.subject.length > 0, ...spans, text: null }
}

const findSpans = (words: readonly string[], text: string): TextSpans =>
  words.flatMap(word => {
    const start = text.toLowerCase().indexOf(word.toLowerCase())
    return start < 0 ? [] : [{ start, end: start + word.length }]
  })

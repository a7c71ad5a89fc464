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

/** What a filter saw in one sample. `text` is the piece of the mail's text that made it match; null where that was seen before. */
export interface SampleResult {
  crosses: boolean
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

export const samplesOf = (t: Translate<'site'>): Sample[] =>
  numbers.map(n => ({ name: t(`try.from${n}`), address: addresses[n], subject: t(`try.subject${n}`), text: t(`try.text${n}`) }))

/** "invoice, order" as words; of very many the first. */
export const wordsIn = (typed: string): string[] =>
  [...new Set(typed.split(/[,،;\n]/).map(word => word.trim()))].filter(word => word !== '').slice(0, 20)

/** The results before anybody has typed and the engine is loaded; a test keeps them equal to the engine's. */
export function resultWithoutEngine(words: readonly string[], { name, subject }: Sample): SampleResult {
  const places = { name: placesOf(words, name), subject: placesOf(words, subject) }
  return { crosses: places.name.length + places.subject.length > 0, ...places, text: null }
}

const placesOf = (words: readonly string[], text: string): TextSpans =>
  words.flatMap(word => {
    const start = text.toLowerCase().indexOf(word.toLowerCase())
    return start < 0 ? [] : [{ start, end: start + word.length }]
  })

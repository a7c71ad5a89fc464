// The seven sample mails that a visitor tries a filter on, and where words stand in them.
import type { Translate } from '../../../../core/words/words.ts'

export interface Sample {
  name: string
  address: string
  subject: string
  text: string
}

/** Places in a text that made a mail match. */
export type Places = { start: number; end: number }[]

/** What a filter saw in one sample. `text` is the piece of the mail's text that made it match; null where that was seen before. */
export interface Sight {
  crosses: boolean
  name: Places
  subject: Places
  text: { seen: string; hits: Places } | null
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

/** What stands there before anybody has typed, and the engine is not loaded yet; a test holds it equal to the engine's answer. */
export function firstSight(words: readonly string[], { name, subject }: Sample): Sight {
  const places = { name: placesOf(words, name), subject: placesOf(words, subject) }
  return { crosses: places.name.length + places.subject.length > 0, ...places, text: null }
}

const placesOf = (words: readonly string[], text: string): Places =>
  words.flatMap(word => {
    const start = text.toLowerCase().indexOf(word.toLowerCase())
    return start < 0 ? [] : [{ start, end: start + word.length }]
  })

// What is answered to a phone, before it is in anybody's language.
import type { Condition } from '../../core/filters/tree.ts'
import type { Key } from '../../core/words/rooms.ts'
import type { Words } from '../../core/words/words.ts'
import type { Answer } from '../whatsapp/owners.ts'
import type { InboundFile } from '../whatsapp/webhook.ts'

type Values = Record<string, string | number>

/** A text of ours before it is in anybody's language, or one that already is. */
export type Sentence = { room: 'phone'; key: Key<'phone'>; values: Values } | { room: 'reply'; key: Key<'reply'>; values: Values } | string

/** `payload` comes back when it is tapped. */
export interface ButtonToTell {
  payload: string
  title: Key<'phone'>
}

/** Of a list; `description` stands below its title. */
export interface RowToTell extends ButtonToTell {
  description: Key<'phone'>
}

/** What a filter would have matched: asked outside the transaction, as kept mail by the thousand is read for it. */
export interface PastLook {
  userId: string
  condition: Condition
}

/** `from`: how many of the mails were named before. */
export interface Page {
  userId: string
  digestId: string
  deliveryIds: string[]
  from: number
}

export interface Decided {
  answer: Answer
  text: Sentence | null
  /** Each on a line of its own. */
  above?: Sentence[]
  buttons?: ButtonToTell[]
  /** A list to choose from, in place of buttons. */
  rows?: RowToTell[]
  /** The message that is quoted, where it is not the one that is answered. */
  quotes?: string
  /** More is to be said soon, though nothing is yet. */
  isToCome?: boolean
  page?: Page
  /** Nothing is decided before this is there. */
  fetch?: InboundFile
  look?: PastLook
}

export const nothing: Decided = { answer: 'nothing', text: null }

export const told = (answer: Answer, key: Key<'phone'>, values: Values = {}): Decided => ({ answer, text: { room: 'phone', key, values } })

export function inWords(words: Words, { text, above = [] }: Decided): string | null {
  return text === null ? null : [...above, text].map(sentence => sentenceIn(words, sentence)).join('\n')
}

function sentenceIn(words: Words, sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence
  if (sentence.room === 'reply') return words.of('reply')(sentence.key, sentence.values)
  return words.of('phone')(sentence.key, sentence.values)
}

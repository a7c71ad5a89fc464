// What we respond to a phone, before it is put into a language.
import type { Condition } from '../../../core/filters/tree.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Words } from '../../../core/words/words.ts'
import type { DigestPage } from '../../whatsapp/digest.ts'
import type { ResponseKind } from '../../whatsapp/inbound-owners.ts'
import type { InboundFile } from '../../whatsapp/webhook.ts'

type Values = Record<string, string | number>

/** A text of ours before it is in anybody's language, or one that already is. */
export type ResponseText =
  | { catalog: 'phone'; key: WordKey<'phone'>; values: Values }
  | { catalog: 'reply'; key: WordKey<'reply'>; values: Values }
  | string

/** `payload` comes back when it is tapped. */
export interface ResponseButton {
  payload: string
  title: WordKey<'phone'>
}

/** Of a list; `description` stands below its title. */
export interface ResponseRow extends ResponseButton {
  description: WordKey<'phone'>
}

/** What a filter would have matched: asked outside the transaction, as kept mail by the thousand is read for it. */
export interface PastLook {
  userId: string
  condition: Condition
}

export interface PhoneResponse {
  answer: ResponseKind
  text: ResponseText | null
  /** Each on a line of its own. */
  above?: ResponseText[]
  buttons?: ResponseButton[]
  /** A list to choose from, in place of buttons. */
  rows?: ResponseRow[]
  /** The message that is quoted, where it is not the one that is answered. */
  quotes?: string
  /** More is to be said soon, though nothing is yet. */
  isToCome?: boolean
  page?: DigestPage
  /** Nothing is decided before this is there. */
  fetch?: InboundFile
  look?: PastLook
}

export const nothing: PhoneResponse = { answer: 'nothing', text: null }

export const respond = (answer: ResponseKind, key: WordKey<'phone'>, values: Values = {}): PhoneResponse => ({
  answer,
  text: { catalog: 'phone', key, values },
})

export function responseText(words: Words, { text, above = [] }: PhoneResponse): string | null {
  return text === null ? null : [...above, text].map(sentence => sentenceIn(words, sentence)).join('\n')
}

function sentenceIn(words: Words, sentence: ResponseText): string {
  if (typeof sentence === 'string') return sentence
  if (sentence.catalog === 'reply') return words.of('reply')(sentence.key, sentence.values)
  return words.of('phone')(sentence.key, sentence.values)
}

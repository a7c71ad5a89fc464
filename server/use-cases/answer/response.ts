// Responses to a phone, before they are translated into its language.
import type { Condition } from '../../../core/filters/tree.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Words } from '../../../core/words/words.ts'
import type { DigestPage } from '../../whatsapp/digest.ts'
import type { ResponseKind } from '../../whatsapp/inbound-owners.ts'
import type { InboundFile } from '../../whatsapp/webhook.ts'

type Values = Record<string, string | number>

/** A key to translate, or a text that is translated already. */
export type ResponseText =
  | { catalog: 'phone'; key: WordKey<'phone'>; values: Values }
  | { catalog: 'reply'; key: WordKey<'reply'>; values: Values }
  | string

/** `payload` is sent back to us when the button is tapped. */
export interface ResponseButton {
  payload: string
  title: WordKey<'phone'>
}

/** A key to translate, or the sender or subject of an email. */
export type RowText = WordKey<'phone'> | { text: string }

/** A row of a list; `description` is shown below the title. */
export interface ResponseRow {
  payload: string
  title: RowText
  description: RowText
}

/** Asks what a filter would have matched; runs outside the transaction, as it reads thousands of stored emails. */
export interface PastMatchesRequest {
  userId: string
  condition: Condition
}

export interface PhoneResponse {
  answer: ResponseKind
  text: ResponseText | null
  /** Lines above the text. */
  above?: ResponseText[]
  buttons?: ResponseButton[]
  /** A list to choose from, instead of buttons. */
  rows?: ResponseRow[]
  /** The text of the message is kept for an hour, as its sender may still say what it answers. */
  keepsText?: boolean
  /** The message to quote, if not the one being answered. */
  quotes?: string
  /** A text will follow soon, so we show "typing". */
  isToCome?: boolean
  page?: DigestPage
  /** The decision must wait for this download or search. */
  fetch?: InboundFile
  search?: PastMatchesRequest
}

export const nothing: PhoneResponse = { answer: 'nothing', text: null }

export const respond = (answer: ResponseKind, key: WordKey<'phone'>, values: Values = {}): PhoneResponse => ({
  answer,
  text: { catalog: 'phone', key, values },
})

export function responseText(words: Words, { text, above = [] }: PhoneResponse): string | null {
  return text === null ? null : [...above, text].map(part => translate(words, part)).join('\n')
}

function translate(words: Words, part: ResponseText): string {
  if (typeof part === 'string') return part
  if (part.catalog === 'reply') return words.of('reply')(part.key, part.values)
  return words.of('phone')(part.key, part.values)
}

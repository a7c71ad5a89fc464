// Builds the buttons or list below a response on the phone, and the message it quotes.
import type { Words } from '../../../core/words/words.ts'
import { oneLine } from '../../whatsapp/markup.ts'
import type { PhoneResponse, RowText } from './response.ts'

export interface MessageOptions {
  buttons: { id: string; title: string }[]
  /** `button` opens the list. */
  list?: { button: string; rows: { id: string; title: string; description: string }[] }
  quotes: string
}

/** Undefined for plain text. `wamid`: the message being answered. */
export function messageOptions(words: Words, { buttons = [], rows, quotes }: PhoneResponse, wamid: string): MessageOptions | undefined {
  if (buttons.length === 0 && !rows && quotes === undefined) return undefined
  const t = words.of('phone')
  // https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-list-messages
  const fit = (text: RowText, length: number) => (typeof text === 'string' ? t(text) : oneLine(text.text, length - 1))
  const list = rows && {
    button: t('menu.button'),
    rows: rows.map(({ payload, title, description }) => ({ id: payload, title: fit(title, 24), description: fit(description, 72) })),
  }
  return {
    buttons: buttons.map(({ payload, title }) => ({ id: payload, title: t(title) })),
    ...(list && { list }),
    quotes: quotes ?? wamid,
  }
}

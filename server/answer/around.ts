// What stands around a sentence of ours on a phone: buttons or a list, and the message that it quotes.
import type { Words } from '../../core/words/words.ts'
import type { Decided } from './decided.ts'

export interface Around {
  buttons: { id: string; title: string }[]
  /** Opens at `button`. */
  list?: { button: string; rows: { id: string; title: string; description: string }[] }
  quotes: string
}

/** Undefined where it stands alone. `wamid`: what it answers. */
export function aroundOf(words: Words, { buttons = [], rows, quotes }: Decided, wamid: string): Around | undefined {
  if (buttons.length === 0 && !rows && quotes === undefined) return undefined
  const t = words.of('phone')
  const list = rows && {
    button: t('menu.button'),
    rows: rows.map(({ payload, title, description }) => ({ id: payload, title: t(title), description: t(description) })),
  }
  return {
    buttons: buttons.map(({ payload, title }) => ({ id: payload, title: t(title) })),
    ...(list && { list }),
    quotes: quotes ?? wamid,
  }
}

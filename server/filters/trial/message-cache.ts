// A worker's cache of opened messages, because opening them is the expensive part of a trial.
import type { Reading } from '../../../core/filters/fields.ts'
import { MailView } from '../../../core/message/view.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { BeginTask, SealedMessage } from './tasks.ts'

/** A mail that was opened, with what filters have read in it so far. */
export interface OpenedMessage {
  id: string
  arrivedMs: number
  mailbox: SealedMessage['mailbox']
  isFirstTimeSender: boolean | null
  view: MailView
  values: Reading['values']
  characters: number
}

/** The newest first. `extent` is null until all of them are here. */
export interface CachedMessages {
  userId: string
  extent: BeginTask['extent'] | null
  mails: OpenedMessage[]
  characters: number
}

/** Of all people in one thread; a letter of a mail takes some three bytes with what is read of it. */
const maxCharacters = 48_000_000

export interface MessageCache {
  of(userId: string): CachedMessages
  /** `extent` is null where more mails are there than were opened. */
  put(cached: CachedMessages, mails: OpenedMessage[], extent: BeginTask['extent'] | null): void
  clear(): void
}

/** Whoever tried last stays; a person with more mail than fits is opened anew each time. */
export function openMessageCache(): MessageCache {
  const cache = new Map<string, CachedMessages>()
  return {
    of(userId) {
      const cached = cache.get(userId) ?? { userId, extent: null, mails: [], characters: 0 }
      cache.delete(userId)
      cache.set(userId, cached)
      return cached
    },
    put(cached, mails, extent) {
      const characters = mails.reduce((sum, mail) => sum + mail.characters, 0)
      Object.assign(cached, characters > maxCharacters ? { mails: [], extent: null, characters: 0 } : { mails, extent, characters })
      let all = [...cache.values()].reduce((sum, each) => sum + each.characters, 0)
      for (const [userId, each] of cache) {
        if (all <= maxCharacters) break
        all -= each.characters
        cache.delete(userId)
      }
    },
    clear: () => cache.clear(),
  }
}

export function openMessage({ userId, contentKey, viewColumn }: BeginTask, sealed: SealedMessage): OpenedMessage {
  const context = { userId, row: sealed.id, column: viewColumn }
  const view = openJson(MailView, bytesOf(contentKey), bytesOf(sealed.sealed), context)
  const { id, arrivedMs, mailbox, isFirstTimeSender } = sealed
  const characters = view.body.length + view.subject.length + view.headers.reduce((sum, h) => sum + h.name.length + h.value.length, 500)
  return { id, arrivedMs, mailbox, isFirstTimeSender, view, values: new Map(), characters }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

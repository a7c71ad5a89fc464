// Caches opened messages in a worker, because opening them is the expensive part of a trial.
import type { FilterInput } from '../../../core/filters/fields.ts'
import { MailView } from '../../../core/message/view.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { BeginTask, SealedMessage } from './tasks.ts'

/** A decrypted message, with the field values that filters have read so far. */
export interface OpenedMessage {
  id: string
  arrivedMs: number
  mailbox: SealedMessage['mailbox']
  isFirstTimeSender: boolean | null
  view: MailView
  values: FilterInput['values']
  characters: number
}

/** Newest first. `extent` is null until all messages are loaded. */
export interface CachedMessages {
  userId: string
  extent: BeginTask['extent'] | null
  messages: OpenedMessage[]
  characters: number
}

/** The limit for all users in one thread; a character takes about three bytes, including the values read from it. */
const maxCharacters = 48_000_000

export interface MessageCache {
  of(userId: string): CachedMessages
  /** `extent` is null when not all messages were opened. */
  put(cached: CachedMessages, messages: OpenedMessage[], extent: BeginTask['extent'] | null): void
  clear(): void
}

/** Keeps the most recent users; a user with more messages than fit is reloaded for each trial. */
export function openMessageCache(): MessageCache {
  const cache = new Map<string, CachedMessages>()
  return {
    of(userId) {
      const cached = cache.get(userId) ?? { userId, extent: null, messages: [], characters: 0 }
      cache.delete(userId)
      cache.set(userId, cached)
      return cached
    },
    put(cached, messages, extent) {
      const characters = messages.reduce((sum, mail) => sum + mail.characters, 0)
      Object.assign(cached, characters > maxCharacters ? { messages: [], extent: null, characters: 0 } : { messages, extent, characters })
      let total = [...cache.values()].reduce((sum, entry) => sum + entry.characters, 0)
      for (const [userId, entry] of cache) {
        if (total <= maxCharacters) break
        total -= entry.characters
        cache.delete(userId)
      }
    },
    clear: () => cache.clear(),
  }
}

export function openMessage({ userId, contentKey, viewColumn }: BeginTask, sealed: SealedMessage): OpenedMessage {
  const context = { userId, row: sealed.id, column: viewColumn }
  const view = openJson(MailView, toBuffer(contentKey), toBuffer(sealed.sealed), context)
  const { id, arrivedMs, mailbox, isFirstTimeSender } = sealed
  const characters = view.body.length + view.subject.length + view.headers.reduce((sum, h) => sum + h.name.length + h.value.length, 500)
  return { id, arrivedMs, mailbox, isFirstTimeSender, view, values: new Map(), characters }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

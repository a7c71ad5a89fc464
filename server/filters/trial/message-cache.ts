// Caches opened messages in a worker, because opening them is the expensive part of a trial.
import type { FilterInput } from '../../../core/filters/fields.ts'
import { MailView } from '../../../core/message/view.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { BeginTask, SealedMessage } from './tasks.ts'

/** A decrypted message, with the field values that filters have read so far. */
export interface OpenedMessage {
  id: string
  arrivedMs: number
  datedMs: number
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

interface Collected {
  messages: OpenedMessage[]
  characters: number
  add(message: OpenedMessage): void
}

export interface MessageCache {
  of(userId: string): CachedMessages
  /** Collects opened messages, the newest first, as long as they fit. */
  collect(): Collected
  /** `extent` is null when not all messages were opened. */
  put(cached: CachedMessages, collected: Collected, extent: BeginTask['extent']): void
  clear(): void
}

/** Keeps the most recent users, and the newest messages of a user with more than fit. */
export function openMessageCache(): MessageCache {
  const cache = new Map<string, CachedMessages>()
  return {
    of(userId) {
      const cached = cache.get(userId) ?? { userId, extent: null, messages: [], characters: 0 }
      cache.delete(userId)
      cache.set(userId, cached)
      return cached
    },
    collect,
    put(cached, { messages, characters }, extent) {
      Object.assign(cached, { messages, extent, characters })
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

function collect(): Collected {
  let isFull = false
  return {
    messages: [],
    characters: 0,
    add(message) {
      isFull ||= this.characters + message.characters > maxCharacters
      if (isFull) return
      this.messages.push(message)
      this.characters += message.characters
    },
  }
}

export function openMessage({ userId, contentKey, viewColumn }: BeginTask, sealed: SealedMessage): OpenedMessage {
  const context = { userId, row: sealed.id, column: viewColumn }
  const view = openJson(MailView, toBuffer(contentKey), toBuffer(sealed.sealed), context)
  const { id, arrivedMs, datedMs, mailbox, isFirstTimeSender } = sealed
  const characters = view.body.length + view.subject.length + view.headers.reduce((sum, h) => sum + h.name.length + h.value.length, 500)
  return { id, arrivedMs, datedMs, mailbox, isFirstTimeSender, view, values: new Map(), characters }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

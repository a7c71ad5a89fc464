// Keeps the mails that are not known yet, each with what is said of its sender.
import type { Tx } from '../db/pool.ts'
import type { NewMessage } from '../mail/messages/store.ts'
import { badge, noteBadged, type SenderStores } from './senders.ts'

export interface KeepingStores extends SenderStores {
  /** Remembers the senders of each mail, in order; for each, whether none of them wrote before. */
  noteSenders(tx: Tx, userId: string, mails: string[][], now: Date): Promise<(boolean | null)[]>
  /** Keeps the messages that are not known yet and returns their ids. */
  saveOnce(tx: Tx, userId: string, messages: NewMessage[]): Promise<Set<string>>
}

/** Returns those that were not known. */
export async function keepNew(stores: KeepingStores, tx: Tx, userId: string, batch: NewMessage[], now: Date): Promise<NewMessage[]> {
  const senders = batch.map(({ view }) => view.from.map(person => person.address))
  const isFirst = await stores.noteSenders(tx, userId, senders, now)
  const seen = batch.map((message, i) => ({ ...message, isFirstTimeSender: isFirst[i] ?? null }))
  const { messages, before } = await badge(stores, tx, userId, seen)
  const ids = await stores.saveOnce(tx, userId, messages)
  const fresh = messages.filter(m => ids.has(m.id))
  await noteBadged(stores, tx, userId, before, fresh, now)
  return fresh
}

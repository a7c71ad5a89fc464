// Saves the messages that were not saved before, each with its sender check.
import type { Tx } from '../../foundation/db/pool.ts'
import type { KnownMessage } from '../../mail/messages/known.ts'
import type { MailboxSenders } from '../../mail/messages/senders-store.ts'
import type { PreparedMessage } from './prepare.ts'
import { checkSenders } from './senders.ts'
import type { ForwardStores } from './stores.ts'

/** What the transaction knows of a batch before it is saved. */
export interface KnownBefore {
  /** For each message, whether its sender has never written before. */
  isFirst: (boolean | null)[]
  knownSenders: MailboxSenders[]
  known: KnownMessage[]
}

export async function readKnownBefore(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  batch: PreparedMessage[],
  now: Date,
): Promise<KnownBefore> {
  const senders = batch.map(({ view }) => view.from.map(person => person.address))
  const arrivals = batch.map(({ arrived }) => arrived)
  const [isFirst, knownSenders, known] = await Promise.all([
    stores.noteSenders(tx, userId, senders, now),
    stores.readSenders(tx, userId),
    stores.readKnown(tx, userId, arrivals),
  ])
  return { isFirst, knownSenders, known }
}

/** Returns the messages that were new. */
export async function saveNewMessages(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  batch: PreparedMessage[],
  { isFirst, knownSenders, known }: KnownBefore,
): Promise<PreparedMessage[]> {
  const withFirstTime = batch.map((message, i) => ({ ...message, isFirstTimeSender: isFirst[i] ?? null }))
  const messages = checkSenders(knownSenders, withFirstTime)
  const addedIds = await stores.saveOnce(tx, userId, messages, known)
  return messages.filter(m => addedIds.has(m.id))
}

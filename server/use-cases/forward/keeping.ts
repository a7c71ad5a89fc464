// Saves the messages that aren't known yet, each with its sender check.
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import { checkSenders, rememberSenders } from './senders.ts'
import type { ForwardStores } from './stores.ts'

/** Returns those that were not known. */
export async function keepNew(stores: ForwardStores, tx: Tx, userId: string, batch: NewMessage[], now: Date): Promise<NewMessage[]> {
  const senders = batch.map(({ view }) => view.from.map(person => person.address))
  const isFirst = await stores.noteSenders(tx, userId, senders, now)
  const seen = batch.map((message, i) => ({ ...message, isFirstTimeSender: isFirst[i] ?? null }))
  const { messages, before } = await checkSenders(stores, tx, userId, seen)
  const ids = await stores.saveOnce(tx, userId, messages)
  const fresh = messages.filter(m => ids.has(m.id))
  await rememberSenders(stores, tx, userId, before, fresh, now)
  return fresh
}

// Saves the messages that were not saved before, each with its sender check.
import type { Tx } from '../../foundation/db/pool.ts'
import type { PreparedMessage } from './prepare.ts'
import { checkSenders, rememberSenders } from './senders.ts'
import type { ForwardStores } from './stores.ts'

/** Returns the messages that were new. */
export async function saveNewMessages(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  batch: PreparedMessage[],
  now: Date,
): Promise<PreparedMessage[]> {
  const senders = batch.map(({ view }) => view.from.map(person => person.address))
  const isFirst = await stores.noteSenders(tx, userId, senders, now)
  const withFirstTime = batch.map((message, i) => ({ ...message, isFirstTimeSender: isFirst[i] ?? null }))
  const { messages, knownSenders } = await checkSenders(stores, tx, userId, withFirstTime)
  const addedIds = await stores.saveOnce(tx, userId, messages)
  const added = messages.filter(m => addedIds.has(m.id))
  await rememberSenders(stores, tx, userId, knownSenders, added, now)
  return added
}

// Cancels what waits to be sent of mails that are erased.
import type { Tx } from '../db/pool.ts'
import { ended } from './settle/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from './settle/queue.ts'
import { waitingOf } from './store.ts'

/** What is being sent at this moment goes its way. */
export async function cancelOfMessages(tx: Tx, userId: string, messageIds: string[], now: Date, onFinal: OnFinal): Promise<void> {
  const waiting = await waitingOf(tx, userId, 'message_id', messageIds)
  const keys = waiting.map(deliveryId => ({ userId, deliveryId }))
  const open = (await lockDeliveries(tx, keys)).filter(row => row.state === 'held' || row.state === 'queued')
  const changes = open.map(row => ended(row, { state: 'cancelled', reason: 'mail_erased' }, now))
  await writeChanges(tx, changes, now, onFinal)
}

// Cancels the waiting deliveries of messages that are erased.
import { mayCancel } from '../../core/delivery/states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { endDelivery } from './outcomes/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from './outcomes/queue.ts'
import { listWaiting } from './store.ts'

/** Does not affect deliveries that are being sent. */
export async function cancelDeliveriesOf(tx: Tx, userId: string, messageIds: string[], now: Date, onFinal: OnFinal): Promise<void> {
  const waiting = await listWaiting(tx, userId, 'message_id', messageIds)
  const keys = waiting.map(deliveryId => ({ userId, deliveryId }))
  const open = (await lockDeliveries(tx, keys)).filter(row => mayCancel(row.state))
  const changes = open.map(row => endDelivery(row, { state: 'cancelled', reason: 'mail_erased' }, now))
  await writeChanges(tx, changes, now, onFinal)
}

// Sends a delivery again: at the end of its lane if the user asks, in its old position if retried automatically.
import { hasArrived, isReserved } from '../../core/delivery/outcome-effects.ts'
import { isFinal } from '../../core/delivery/states.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { lockDeliveries } from './outcomes/queue.ts'
import { wakeLane } from './queue.ts'
import { getDestination, type LanePosition, requeue } from './store.ts'

export type ResendResult = 'queued' | 'unknown' | 'delivered' | 'under_way' | 'removed' | 'allowance_used'

/** Takes up to `wanted` forwards from a month's allowance; returns how many were granted. */
export type Reserve = (tx: Tx, userId: string, month: string, wanted: number) => Promise<number>

/** `position` 'own': what was queued after it may still be waiting, as after a failure that was reported late. */
export async function sendAgain(
  tx: Tx,
  userId: string,
  deliveryId: string,
  now: Date,
  reserve: Reserve,
  position: LanePosition = 'last',
): Promise<ResendResult> {
  const [row] = await lockDeliveries(tx, [{ userId, deliveryId }])
  // A message that combines several emails is not sent again, but each of its emails can be.
  if (row?.kind !== 'mail') return 'unknown'
  if (hasArrived(row.state)) return 'delivered'
  if (row.state !== 'held' && !isFinal(row.state)) return 'under_way'
  if (!(await getDestination(tx, userId, row.destination_id))) return 'removed'
  const reservedMonth = isReserved(row) ? row.usage_month : null
  const month = reservedMonth ?? monthOf(now)
  if (!reservedMonth && (await reserve(tx, userId, month, 1)) === 0) return 'allowance_used'
  await requeue(tx, userId, deliveryId, month, position, now)
  await wakeLane(tx, userId, row.destination_id, now)
  return 'queued'
}

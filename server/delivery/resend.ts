// Sends a delivery again: at the end of its lane for its owner, in its old position for ourselves.
import { hasArrived, isReserved } from '../../core/delivery/outcome-effects.ts'
import { isFinal } from '../../core/delivery/states.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { lockDeliveries } from './outcomes/queue.ts'
import { wakeLane } from './queue.ts'
import { getDestination, type LanePosition, requeue } from './store.ts'

export type Resent = 'queued' | 'unknown' | 'delivered' | 'under_way' | 'removed' | 'allowance_used'

/** Takes up to `wanted` forwards from a month's allowance; returns how many it gave. */
export type Reserve = (tx: Tx, userId: string, month: string, wanted: number) => Promise<number>

/** `place`: what was sent after it may wait still, as after a failure that was told late. */
export async function sendAgain(
  tx: Tx,
  userId: string,
  deliveryId: string,
  now: Date,
  reserve: Reserve,
  place: LanePosition = 'last',
): Promise<Resent> {
  const [row] = await lockDeliveries(tx, [{ userId, deliveryId }])
  // A message that stands for several emails is not sent again: each of its emails can be.
  if (row?.kind !== 'mail') return 'unknown'
  if (hasArrived(row.state)) return 'delivered'
  if (row.state !== 'held' && !isFinal(row.state)) return 'under_way'
  if (!(await getDestination(tx, userId, row.destination_id))) return 'removed'
  const kept = isReserved(row) ? row.usage_month : null
  const month = kept ?? monthOf(now)
  if (!kept && (await reserve(tx, userId, month, 1)) === 0) return 'allowance_used'
  await requeue(tx, userId, deliveryId, month, place, now)
  await wakeLane(tx, userId, row.destination_id, now)
  return 'queued'
}

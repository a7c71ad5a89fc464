// Sends a delivery again: at the end of its lane if the user asks, in its old position if retried automatically.
import { hasArrived } from '../../core/delivery/outcome-effects.ts'
import {
  type CountedSchedule,
  type DeliveryDefaults,
  type DeliverySchedule,
  immediately,
  initialDeliveryDefaults,
  withinAllowance,
} from '../../core/delivery/schedule.ts'
import { isFinal } from '../../core/delivery/states.ts'
import type { DigestReason, Reservation } from '../../core/plans/allowance.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { type DeliveryRow, lockDeliveries } from './outcomes/queue.ts'
import { wakeLane } from './queue.ts'
import { getDestination, type LanePosition, requeue } from './store.ts'

/** `allowance_used`, `payment_failed`: it waits for the daily digest already, for that reason, and stays there. */
export type ResendResult = 'queued' | 'unknown' | 'delivered' | 'under_way' | 'removed' | 'allowance_used' | 'payment_failed'

/** Takes up to `wanted` deliveries from the allowance of the month. */
export type Reserve = (tx: Tx, userId: string, now: Date, wanted: number) => Promise<Reservation>

export interface ResendDeps {
  reserve: Reserve
  /** When the daily digest comes, for what has no allowance. */
  deliveryDefaultsOf(tx: Tx, userId: string): Promise<DeliveryDefaults>
}

/** `position` 'own': what was queued after it may still be waiting, as after a failure that was reported late. */
export async function sendAgain(
  tx: Tx,
  userId: string,
  deliveryId: string,
  now: Date,
  deps: ResendDeps,
  position: LanePosition = 'last',
): Promise<ResendResult> {
  const [row] = await lockDeliveries(tx, [{ userId, deliveryId }])
  // A message that combines several emails is not sent again, but each of its emails can be.
  if (row?.kind !== 'mail') return 'unknown'
  if (hasArrived(row.state)) return 'delivered'
  if (row.state !== 'held' && !isFinal(row.state)) return 'under_way'
  if (!(await getDestination(tx, userId, row.destination_id))) return 'removed'
  const schedule = await reserveAgain(tx, userId, row, now, deps)
  // It waits for the daily digest already.
  if (row.state === 'held' && row.usage_month === null && isDigestReason(schedule.waitReason)) return schedule.waitReason
  await requeue(tx, userId, deliveryId, schedule, position, now)
  await wakeLane(tx, userId, row.destination_id, now)
  return 'queued'
}

/** What still waits keeps the month that reserved it. */
async function reserveAgain(tx: Tx, userId: string, row: DeliveryRow, now: Date, deps: ResendDeps): Promise<CountedSchedule> {
  if (row.usage_month !== null && !isFinal(row.state)) return { ...immediately, usageMonth: row.usage_month, planned: null }
  const [schedule] = await scheduleWithinAllowance(tx, userId, [immediately], now, deps)
  if (!schedule) throw new Error('a delivery got no schedule')
  return schedule
}

/** Reserves allowance for new deliveries; those that get none wait for the daily digest. */
export async function scheduleWithinAllowance(
  tx: Tx,
  userId: string,
  schedules: DeliverySchedule[],
  now: Date,
  { reserve, deliveryDefaultsOf }: ResendDeps,
): Promise<CountedSchedule[]> {
  if (schedules.length === 0) return []
  const reservation = await reserve(tx, userId, now, schedules.length)
  // The settings are read only when something has to wait.
  const defaults = reservation.granted < schedules.length ? await deliveryDefaultsOf(tx, userId) : initialDeliveryDefaults
  return withinAllowance(schedules, reservation, defaults, now)
}

const isDigestReason = (reason: CountedSchedule['waitReason']): reason is DigestReason =>
  reason === 'allowance_used' || reason === 'payment_failed'

// Expires deliveries that have waited too long and wakes stuck lanes, once a minute.
import type { Db } from '../foundation/db/pool.ts'
import { endDelivery } from './outcomes/close.ts'
import { type OnFinal, writeChanges } from './outcomes/queue.ts'
import { takeExpired, takeUnconfirmed, wakeStuckLanes } from './owners.ts'
import type { DeliveryPolicy } from './policy.ts'

const batchSize = 200
/** How long emails wait for an unreachable phone. */
const unreachableKeptMs = 72 * 3_600_000
/** WhatsApp itself gives up after 30 days (template messages, default TTL). */
const unconfirmedAfterMs = 30 * 86_400_000

export interface SweepResult {
  expired: number
  woken: number
}

export async function sweepDeliveries(db: Db, now: Date, deps: { policy: DeliveryPolicy; onFinal: OnFinal }): Promise<SweepResult> {
  const expiresBefore = new Date(now.getTime() - deps.policy.lane.expireAfterMs)
  const unconfirmedBefore = new Date(now.getTime() - unconfirmedAfterMs)
  const expired = await db.transaction().execute(async tx => {
    const expiredRows = await takeExpired(tx, expiresBefore, new Date(now.getTime() - unreachableKeptMs), batchSize)
    const unconfirmedRows = await takeUnconfirmed(tx, unconfirmedBefore, batchSize)
    const changes = [
      ...expiredRows.map(row => endDelivery(row, { state: 'expired', reason: 'too_old' }, now)),
      ...unconfirmedRows.map(row => endDelivery(row, { state: 'expired', reason: 'never_confirmed' }, now)),
    ]
    await writeChanges(tx, changes, now, deps.onFinal)
    return changes.length
  })
  return { expired, woken: await wakeStuckLanes(db, now) }
}

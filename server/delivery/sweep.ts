// Once a minute, expires what waited too long and wakes lanes that nothing else would wake.
import type { Db } from '../foundation/db/pool.ts'
import { ended } from './outcomes/close.ts'
import { type OnFinal, writeChanges } from './outcomes/queue.ts'
import { takeTooOld, takeUnconfirmed, wakeForgotten } from './owners.ts'
import type { DeliveryPolicy } from './policy.ts'

const batch = 200
/** So long email waits for a phone that nothing reaches. */
const deadKeptMs = 72 * 3_600_000
/** WhatsApp itself gives up after 30 days (template messages, default TTL). */
const unconfirmedAfterMs = 30 * 86_400_000

export interface Swept {
  expired: number
  woken: number
}

export async function sweepDeliveries(db: Db, now: Date, deps: { policy: DeliveryPolicy; onFinal: OnFinal }): Promise<Swept> {
  const tooOld = new Date(now.getTime() - deps.policy.lane.expireAfterMs)
  const unconfirmed = new Date(now.getTime() - unconfirmedAfterMs)
  const expired = await db.transaction().execute(async tx => {
    const waited = await takeTooOld(tx, tooOld, new Date(now.getTime() - deadKeptMs), batch)
    const silent = await takeUnconfirmed(tx, unconfirmed, batch)
    const changes = [
      ...waited.map(row => ended(row, { state: 'expired', reason: 'too_old' }, now)),
      ...silent.map(row => ended(row, { state: 'expired', reason: 'never_confirmed' }, now)),
    ]
    await writeChanges(tx, changes, now, deps.onFinal)
    return changes.length
  })
  return { expired, woken: await wakeForgotten(db, now) }
}

// Mends once a minute what no event mends: mails that waited too long, and lanes that nothing would wake.
import type { Db } from '../db/pool.ts'
import { takeTooOld, takeUnconfirmed, wakeForgotten } from './owners.ts'
import type { DeliveryPolicy } from './policy.ts'
import { ended } from './settle/close.ts'
import { type OnFinal, writeChanges } from './settle/queue.ts'

const batch = 200
/** So long mail waits for a phone that nothing reaches. */
const deadKeptMs = 72 * 3_600_000
/** WhatsApp itself gives up after 30 days (template messages, default TTL). */
const unconfirmedAfterMs = 30 * 86_400_000

export interface Swept {
  expired: number
  woken: number
}

export async function sweepDeliveries(db: Db, now: Date, parts: { policy: DeliveryPolicy; onFinal: OnFinal }): Promise<Swept> {
  const tooOld = new Date(now.getTime() - parts.policy.lane.expireAfterMs)
  const unconfirmed = new Date(now.getTime() - unconfirmedAfterMs)
  const expired = await db.transaction().execute(async tx => {
    const waited = await takeTooOld(tx, tooOld, new Date(now.getTime() - deadKeptMs), batch)
    const silent = await takeUnconfirmed(tx, unconfirmed, batch)
    const changes = [
      ...waited.map(row => ended(row, { state: 'expired', reason: 'too_old' }, now)),
      ...silent.map(row => ended(row, { state: 'expired', reason: 'never_confirmed' }, now)),
    ]
    await writeChanges(tx, changes, now, parts.onFinal)
    return changes.length
  })
  return { expired, woken: await wakeForgotten(db, now) }
}

// SQL that stops all phones of a suspended user until the suspension ends; the user's own pauses are kept.
import type { Tx } from '../../foundation/db/pool.ts'
import { lockDestinations } from '../owners.ts'
import { listDestinations, releaseHeld } from '../store.ts'

/** Nothing is sent to the user's phones before `until`; null ends that at once, and what waited is sent in its old order. */
export async function suspendPhones(tx: Tx, userId: string, until: Date | null, now: Date): Promise<void> {
  const phones = await listDestinations(tx, userId)
  await lockDestinations(
    tx,
    phones.map(({ id }) => ({ userId, destinationId: id })),
  )
  await tx.updateTable('destinations').set({ suspended_until: until }).where('user_id', '=', userId).execute()
  for (const { id, state, suspended_until: before } of phones) {
    const endsSooner = before !== null && before > now && (!until || until < before)
    if (endsSooner && state === 'linked') await releaseHeld(tx, userId, id, now)
  }
}

// Sets up one person with one phone and its own queue, for tests of what a lane sends and when.

import type { ClaimedDelivery } from '../server/delivery/queue.ts'
import { changeDestination, closeWindow, openWindow } from '../server/delivery/store.ts'
import { openTestbed, sent } from '../server/delivery/testbed.fixture.ts'
import type { Db, Tx } from '../server/foundation/db/pool.ts'

/** Deletes everything from earlier tests. */
export async function bedWithPhone(db: Db, wish: Parameters<typeof openTestbed>[2] = {}) {
  for (const table of ['lanes', 'deliveries', 'destinations', 'attempts', 'messenger_numbers'] as const)
    await db.deleteFrom(table).execute()
  const bed = openTestbed(db, undefined, wish)
  const anna = crypto.randomUUID()
  const phone = await bed.phoneOf(anna)
  const host = bed.host('a')
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
  return {
    bed,
    anna,
    phone,
    host,
    shut: () => inTransaction(tx => closeWindow(tx, anna, phone, bed.now())),
    tap: () => inTransaction(tx => openWindow(tx, anna, phone, bed.now())),
    rest: (until: Date | null) => inTransaction(tx => changeDestination(tx, anna, phone, { paused_until: until })),
    async one(): Promise<ClaimedDelivery> {
      const [claimed] = await host.claim()
      if (!claimed) throw new Error('Nothing was due.')
      return claimed
    },
    /** Everything that is sent until the lane waits, with its kind and messages. */
    async drain() {
      const left: { kind: string; id: string; memberIds: string[] }[] = []
      for (let [c] = await host.claim(); c; [c] = await host.claim()) {
        left.push({ kind: c.kind, id: c.deliveryId, memberIds: c.memberIds })
        await host.recordOutcome(c, sent(`wamid.${c.deliveryId}.${c.attempt}`))
      }
      return left
    },
  }
}

/** Reads the state of every open delivery. */
export const openStates = (db: Db) => {
  const stateOf = async (id: string) =>
    db.selectFrom('deliveries').select(['state', 'reason', 'announced_by']).where('id', '=', id).executeTakeFirstOrThrow()
  return {
    stateOf,
    statesOf: (ids: string[]) => Promise.all(ids.map(async id => (await stateOf(id)).state)),
    reasonsOf: (ids: string[]) => Promise.all(ids.map(async id => (await stateOf(id)).reason)),
  }
}

// Limits replies to what deliveries leave of our number's send rate.
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { takeReply } from './queue.ts'

const checkMs = 20
/** Somebody is waiting with the phone in hand: after a second, replying matters more than the pace. */
const maxWaitMs = 1_000

export interface PaceDeps {
  db: Db
  clock: Pick<Clock, 'now' | 'sleep'>
  numberId: string
  numberPerSecond: number
}

/** Waits until one reply may be sent; false if none may, as while the account is restricted. */
export async function waitToReply({ db, clock, numberId, numberPerSecond }: PaceDeps): Promise<boolean> {
  const latest = clock.now().getTime() + maxWaitMs
  for (;;) {
    const taken = await db.transaction().execute(tx => takeReply(tx, numberId, numberPerSecond, clock.now()))
    if (taken !== 'later' || clock.now().getTime() >= latest) return taken !== 'never'
    await clock.sleep(checkMs)
  }
}

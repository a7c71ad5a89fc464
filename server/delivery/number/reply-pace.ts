// Limits replies to the number's pace, within what deliveries leave over.
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { takeReply } from './queue.ts'

const lookMs = 20
/** Somebody holds the phone: whatever is in the way, an answer that is a second late is worth more than the pace. */
const mostMs = 1_000

export interface PaceDeps {
  db: Db
  clock: Pick<Clock, 'now' | 'sleep'>
  numberId: string
  numberPerSecond: number
}

/** Waits until one answer may leave; false where none may, as of an account that is restricted until its operator resumes it. */
export async function mayReply({ db, clock, numberId, numberPerSecond }: PaceDeps): Promise<boolean> {
  const latest = clock.now().getTime() + mostMs
  for (;;) {
    const taken = await db.transaction().execute(tx => takeReply(tx, numberId, numberPerSecond, clock.now()))
    if (taken !== 'later' || clock.now().getTime() >= latest) return taken !== 'never'
    await clock.sleep(lookMs)
  }
}

// When an answer may leave: by the number's pace like mails, from what these leave for it.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { takeAnswer } from './queue.ts'

const lookMs = 20
/** Somebody holds the phone: whatever is in the way, an answer that is a second late is worth more than the pace. */
const mostMs = 1_000

export interface PaceParts {
  db: Db
  clock: Pick<Clock, 'now' | 'sleep'>
  numberId: string
  numberPerSecond: number
}

/** Waits until one answer may leave; false where none may, as of an account that is restricted until its operator resumes it. */
export async function mayAnswer({ db, clock, numberId, numberPerSecond }: PaceParts): Promise<boolean> {
  const latest = clock.now().getTime() + mostMs
  for (;;) {
    const taken = await db.transaction().execute(tx => takeAnswer(tx, numberId, numberPerSecond, clock.now()))
    if (taken !== 'later' || clock.now().getTime() >= latest) return taken !== 'never'
    await clock.sleep(lookMs)
  }
}

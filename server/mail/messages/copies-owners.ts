// Forgets forwarded messages once no copy of them is expected any more.
import type { Db } from '../../foundation/db/pool.ts'

const keptMs = 8 * 86_400_000

/** Returns how many it forgot. */
export async function sweepCopies(db: Db, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('message_copies')
    .where('at', '<', new Date(now.getTime() - keptMs))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

// Deletes records of forwarded messages once no more copies of them are expected.
import type { Db } from '../../foundation/db/pool.ts'

const retentionMs = 8 * 86_400_000

/** Returns how many it deleted. */
export async function sweepCopies(db: Db, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('message_copies')
    .where('at', '<', new Date(now.getTime() - retentionMs))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

// Deletes records of forwarded messages once no more copies of them are expected.
import { sql } from 'kysely'
import { deleteInBatches } from '../../foundation/db/delete-in-batches.ts'
import type { Db } from '../../foundation/db/pool.ts'

const retentionMs = 8 * 86_400_000

/** Returns how many it deleted. */
export function sweepCopies(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionMs)
  return deleteInBatches(limit =>
    sql`delete from message_copies where ctid = any(array(select ctid from message_copies where at < ${before} limit ${limit}))`.execute(
      db,
    ),
  )
}

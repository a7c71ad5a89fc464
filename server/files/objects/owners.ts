// SQL that deletes expired files and unfinished uploads of all users.
import { sql } from 'kysely'
import { deleteInBatches } from '../../foundation/db/delete-in-batches.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** Longer than any upload takes. */
const unfinishedMs = 3_600_000
/** Each has up to a hundred chunks. */
const filesAtOnce = 50

export async function sweepFiles(db: Db, now: Date): Promise<number> {
  const unfinishedBefore = new Date(now.getTime() - unfinishedMs)
  return deleteInBatches(
    limit =>
      sql`delete from files where ctid = any(array(
      select ctid from files where expires_at <= ${now} or (ready_at is null and created_at < ${unfinishedBefore}) limit ${limit}))`.execute(
        db,
      ),
    filesAtOnce,
  )
}

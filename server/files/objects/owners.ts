// SQL that deletes expired files and unfinished uploads of all users.
import type { Db } from '../../foundation/db/pool.ts'

/** Longer than any upload takes. */
const unfinishedMs = 3_600_000

export async function sweepFiles(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where(e =>
      e.or([e('expires_at', '<=', now), e.and([e('ready_at', 'is', null), e('created_at', '<', new Date(now.getTime() - unfinishedMs))])]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

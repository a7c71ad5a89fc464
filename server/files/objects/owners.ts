// Drops, for all people, files whose time is over and what was begun and never finished.
import type { Db } from '../../db/pool.ts'

/** Longer than any upload may take. */
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

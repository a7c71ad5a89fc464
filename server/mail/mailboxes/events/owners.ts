// Deletes old events of all mailboxes.
import { sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'
import { mostEvents } from './store.ts'

const retentionMs = 90 * 86_400_000

/** Deletes events older than 90 days and all but the newest 200 per mailbox; returns how many. */
export async function sweepEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionMs)
  const swept = await sql`
    delete from mailbox_events where (user_id, mailbox_id, id) in (
      select user_id, mailbox_id, id from (
        select user_id, mailbox_id, id, at, row_number() over (partition by user_id, mailbox_id order by at desc, id desc) as n
        from mailbox_events) e
      where e.n > ${mostEvents} or e.at < ${before})`.execute(db)
  return Number(swept.numAffectedRows ?? 0)
}

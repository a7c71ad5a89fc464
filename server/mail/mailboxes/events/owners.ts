// Deletes old events of all mailboxes.
import { sql } from 'kysely'
import { deleteInBatches } from '../../../foundation/db/delete-in-batches.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { mostEvents } from './store.ts'

const retentionMs = 90 * 86_400_000

/** Longer than a sweep may fail to run. */
const checkedMs = 86_400_000

/** Deletes events older than 90 days and all but the newest 200 of each mailbox that had one lately; returns how many. */
export async function sweepEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionMs)
  const old = await deleteInBatches(limit =>
    sql`delete from mailbox_events where ctid = any(array(select ctid from mailbox_events where at < ${before} limit ${limit}))`.execute(
      db,
    ),
  )
  const surplus = await sql`
    delete from mailbox_events where (user_id, mailbox_id, id) in (
      select e.user_id, e.mailbox_id, e.id
      from (select distinct user_id, mailbox_id from mailbox_events where at > ${new Date(now.getTime() - checkedMs)}) m
      cross join lateral (
        select user_id, mailbox_id, id from mailbox_events where user_id = m.user_id and mailbox_id = m.mailbox_id
        order by at desc, id desc offset ${mostEvents}) e)`.execute(db)
  return old + Number(surplus.numAffectedRows ?? 0)
}

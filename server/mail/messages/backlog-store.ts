// Counts the emails from a mailbox's outage as they are received.
import { sql } from 'kysely'
import type { Absence } from '../../../core/mailbox/backlog.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { WatchLease } from '../mailboxes/store.ts'

/** Adds to the counts for the user's notification: how many emails came, and how many of them matched. */
export async function countBacklog(tx: Tx, userId: string, mailboxId: string, received: number, matched: number, now: Date): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ backlog_arrived: sql`backlog_arrived + ${received}`, backlog_matched: sql`backlog_matched + ${matched}`, backlog_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}

/** Saves an absence when the mailbox is watched again, so that another host continues with it. Does nothing without the lease. */
export async function saveAbsence(db: Db, userId: string, watched: WatchLease, { since, until }: Absence): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ away_since: since, back_at: until })
    .where('user_id', '=', userId)
    .where('id', '=', watched.id)
    .where('lease_token', '=', String(watched.leaseToken))
    .execute()
}

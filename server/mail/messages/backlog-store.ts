// Counts the mail that came while a mailbox was away, as it is received.
import { sql } from 'kysely'
import type { Absence } from '../../../core/mailbox/backlog.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Watched } from '../mailboxes/store.ts'

/** Adds to what its person will be told: how many came, and how many of these matched. */
export async function noteBacklog(tx: Tx, userId: string, mailboxId: string, came: number, matched: number, now: Date): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ backlog_arrived: sql`backlog_arrived + ${came}`, backlog_matched: sql`backlog_matched + ${matched}`, backlog_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}

/** The mailbox is taken up again; kept, so that another host goes on with the same absence. Nothing happens for a host that may not. */
export async function saveAbsence(db: Db, userId: string, watched: Watched, { since, until }: Absence): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ away_since: since, back_at: until })
    .where('user_id', '=', userId)
    .where('id', '=', watched.id)
    .where('lease_token', '=', String(watched.leaseToken))
    .execute()
}

// Stores how many of a user's messages of each hour have which state.
import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type HourCounts = Omit<Row<'message_counts'>, 'user_id'>

/** One host at a time counts for a user. */
export async function lockCountProgress(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('message_count_progress')
    .values({ user_id: userId, counted_until: new Date(0), counted_xid: null })
    .onConflict(c => c.column('user_id').doNothing())
    .execute()
  await tx.selectFrom('message_count_progress').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}

/** Replaces the counts of these hours. No message leaves its hour or its mailbox, so that no other row of them is left. */
export async function saveCounts(
  tx: Tx,
  userId: string,
  counts: HourCounts[],
  { countedUntil, countedXid }: { countedUntil: Date; countedXid: string },
): Promise<void> {
  await sql`
    insert into message_counts (user_id, hour, mailbox_id, forwarded, under_way, held, failed, by_email, not_matched, suppressed)
    select ${userId}, c.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (
      hour timestamptz, mailbox_id uuid, forwarded int, under_way int, held int, failed int, by_email int, not_matched int, suppressed int)
    on conflict (user_id, hour, mailbox_id) do update set (forwarded, under_way, held, failed, by_email, not_matched, suppressed)
      = (excluded.forwarded, excluded.under_way, excluded.held, excluded.failed, excluded.by_email, excluded.not_matched, excluded.suppressed)`.execute(
    tx,
  )
  await tx
    .updateTable('message_count_progress')
    .set({ counted_until: countedUntil, counted_xid: countedXid })
    .where('user_id', '=', userId)
    .execute()
}

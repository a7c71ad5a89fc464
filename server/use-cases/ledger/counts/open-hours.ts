// Finds the hours that were counted and have changed since: they are counted again.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'
import { hourOf } from './from-messages.ts'

/** Hours before `countedUntil` are counted, but for what transaction `countedXid` and later ones changed. */
export interface CountProgress {
  countedUntil: Date
  countedXid: string
}

/** Null while nothing is counted, or when the transaction is of another database. */
export async function readCountProgress(db: Db, userId: string): Promise<CountProgress | null> {
  const row = await db
    .selectFrom('message_count_progress')
    .select(['counted_until', 'counted_xid'])
    .where('user_id', '=', userId)
    .where('counted_xid', '<=', sql<string>`pg_snapshot_xmax(pg_current_snapshot())`)
    .executeTakeFirst()
  return row?.counted_xid ? { countedUntil: row.counted_until, countedXid: row.counted_xid } : null
}

/**
 * A message changes its state only with a delivery, and a count with a new message; content that is erased changes neither, except for
 * that of an email that was never returned, which is counted as any other from then on.
 */
export const openHours = (userId: string, { countedUntil, countedXid }: CountProgress): RawBuilder<unknown> => sql`
  (select distinct hour from (
    select ${hourOf(sql`m.dated_at`)} as hour
    from deliveries d cross join lateral (
      select dated_at from messages where messages.user_id = d.user_id and messages.id = d.message_id offset 0) m
    where d.user_id = ${userId} and d.changed_xid >= ${countedXid}::xid8
    union all
    select ${hourOf(sql`m.dated_at`)} from messages m
    where m.user_id = ${userId} and m.changed_xid >= ${countedXid}::xid8
      and (m.created_xid >= ${countedXid}::xid8 or (m.content_hash = '' and m.uid is null))
  ) changed where hour < ${countedUntil})`

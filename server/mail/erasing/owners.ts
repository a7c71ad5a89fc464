// Finds mailboxes whose messages have to be erased, and erases content past its user's retention.

import { sql } from 'kysely'
import { finalStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { dropWebViews } from '../messages/web-view/store.ts'

export interface Erasure {
  userId: string
  mailboxId: string
  at: Date
}

/** Pending erasures, the oldest first. */
export async function readPendingErasures(db: Db): Promise<Erasure[]> {
  const rows = await db.selectFrom('mailbox_erasures').selectAll().orderBy('at').limit(100).execute()
  return rows.map(row => ({ userId: row.user_id, mailboxId: row.mailbox_id, at: row.at }))
}

/** Deletes other data that belongs to the messages, in the same transaction. */
export type EraseAlongside = (tx: Tx, userId: string, messageIds: string[]) => Promise<void>

/**
 * Erases the content of up to `limit` messages past their user's retention; the rows stay, so that nothing arrives twice.
 * `defaultDays` applies to users without settings. With a retention of 0 days, content stays until the deliveries are final and 24
 * hours more; with any retention, until a day after the hour a held delivery waits for. Returns how many it erased.
 */
export async function eraseExpired(db: Db, now: Date, defaultDays: number, limit: number, alongside: EraseAlongside): Promise<number> {
  const days = sql`coalesce((select s.retention_days from settings s where s.user_id = e.user_id), ${defaultDays}::int)`
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ user_id: string; id: string }>`
      update messages m set head = null, view = null, erased_at = ${now}
      where (m.user_id, m.id) in (
        select e.user_id, e.id from messages e
        where e.erased_at is null and e.arrived_at < ${now}::timestamptz - greatest(${days}, 1) * interval '24 hours'
          and (${days} > 0 or not exists (
            select from deliveries d where d.user_id = e.user_id and d.message_id = e.id
              and (d.state not in ${stateList(finalStates)} or d.updated_at > ${now}::timestamptz - interval '24 hours')))
          and not exists (
            select from deliveries d where d.user_id = e.user_id and d.message_id = e.id
              and d.state = ${state('held')} and d.wait_until > ${now}::timestamptz - interval '24 hours')
        order by e.arrived_at limit ${limit} for update of e skip locked)
      returning m.user_id, m.id`.execute(tx)
    for (const [userId, erased] of Map.groupBy(rows, row => row.user_id)) {
      const ids = erased.map(row => row.id)
      await dropWebViews(tx, userId, ids)
      await alongside(tx, userId, ids)
    }
    return rows.length
  })
}

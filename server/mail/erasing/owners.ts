// Finds mailboxes whose mail is to be erased, and erases what was kept past its user's retention.

import { sql } from 'kysely'
import { finalStates } from '../../../core/delivery/states.ts'
import { oneOf, state } from '../../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { dropWebViews } from '../messages/web-view/store.ts'

export interface Erasure {
  userId: string
  mailboxId: string
  at: Date
}

/** The oldest first. */
export async function openErasures(db: Db): Promise<Erasure[]> {
  const rows = await db.selectFrom('mailbox_erasures').selectAll().orderBy('at').limit(100).execute()
  return rows.map(row => ({ userId: row.user_id, mailboxId: row.mailbox_id, at: row.at }))
}

/** Drops the other things that belong to messages, in the same transaction. */
export type EraseAlongside = (tx: Tx, userId: string, messageIds: string[]) => Promise<void>

/**
 * Erases what was kept of up to `most` messages past their person's retention; the rows stay, so that nothing arrives twice.
 * `defaultDays` holds for people without settings. With a retention of 0 days a message is kept until its deliveries are final and
 * 24 hours more; with any, until a day after the hour for which it waits. Returns how many it erased.
 */
export async function eraseExpired(db: Db, now: Date, defaultDays: number, most: number, alongside: EraseAlongside): Promise<number> {
  const days = sql`coalesce((select s.retention_days from settings s where s.user_id = e.user_id), ${defaultDays}::int)`
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ user_id: string; id: string }>`
      update messages m set head = null, view = null, erased_at = ${now}
      where (m.user_id, m.id) in (
        select e.user_id, e.id from messages e
        where e.erased_at is null and e.arrived_at < ${now}::timestamptz - greatest(${days}, 1) * interval '24 hours'
          and (${days} > 0 or not exists (
            select from deliveries d where d.user_id = e.user_id and d.message_id = e.id
              and (d.state not in ${oneOf(finalStates)} or d.updated_at > ${now}::timestamptz - interval '24 hours')))
          and not exists (
            select from deliveries d where d.user_id = e.user_id and d.message_id = e.id
              and d.state = ${state('held')} and d.wait_until > ${now}::timestamptz - interval '24 hours')
        order by e.arrived_at limit ${most} for update of e skip locked)
      returning m.user_id, m.id`.execute(tx)
    for (const [userId, theirs] of Map.groupBy(rows, row => row.user_id)) {
      const ids = theirs.map(row => row.id)
      await dropWebViews(tx, userId, ids)
      await alongside(tx, userId, ids)
    }
    return rows.length
  })
}

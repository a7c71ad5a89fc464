// Finds mailboxes whose messages have to be erased, and erases content past its user's retention.

import { type RawBuilder, sql } from 'kysely'
import { finalStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
import type { MessageKey } from '../../foundation/db/message-keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { dropWebViews } from '../messages/web-view/owners.ts'
import { dropReplies } from '../outgoing/owners.ts'

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
export type EraseAlongside = (tx: Tx, messages: MessageKey[]) => Promise<void>

interface ErasedBatch {
  /** As many as the limit: more may be due. */
  checked: number
  erased: number
}

/**
 * Erases the content of messages past their user's retention, checking up to `limit` that are due; the rows stay, so that nothing
 * arrives twice. `defaultDays` applies to users without settings. With a retention of 0 days, content stays until the deliveries are
 * final and 24 hours more; with any retention, until a day after the hour a held delivery waits for. What stays is due again later.
 */
export async function eraseExpired(db: Db, now: Date, defaultDays: number, limit: number, alongside: EraseAlongside): Promise<ErasedBatch> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ user_id: string; id: string; is_erased: boolean }>`
      with due as materialized (
        select user_id, id, arrived_at from messages
        where erased_at is null and erase_at <= ${now}
        order by erase_at limit ${sql.lit(limit)} for update skip locked),
      checked as materialized (
        select due.user_id, due.id, greatest(
          due.arrived_at + greatest(coalesce(s.retention_days, ${defaultDays}::int), 1) * interval '24 hours',
          (${keptForDeliveries(now)} where coalesce(s.retention_days, ${defaultDays}::int) = 0),
          (${keptForDigest}) + interval '24 hours') as due_at
        from due left join settings s on s.user_id = due.user_id),
      deferred as (
        update messages m set erase_at = c.due_at from checked c
        where m.user_id = c.user_id and m.id = c.id and c.due_at > ${now}),
      erased as (
        update messages m set head = null, view = null, erased_at = ${now} from checked c
        where m.user_id = c.user_id and m.id = c.id and c.due_at <= ${now})
      select user_id, id, due_at <= ${now} as is_erased from checked`.execute(tx)
    const erased = rows.filter(row => row.is_erased).map(row => ({ userId: row.user_id, messageId: row.id }))
    await dropWebViews(tx, erased)
    await dropReplies(tx, erased)
    await alongside(tx, erased)
    return { checked: rows.length, erased: erased.length }
  })
}

/** Until when a message with a retention of 0 days is kept: checked every hour while a delivery is not final, then a day more. */
const keptForDeliveries = (now: Date) => sql`
  select max(case when d.state in ${stateList(finalStates)} then d.updated_at + interval '24 hours'
    else ${now}::timestamptz + interval '1 hour' end)
  from (${deliveriesOfDue(sql`state, updated_at`)}) d`

const keptForDigest = sql`
  select max(d.wait_until) filter (where d.state = ${state('held')}) from (${deliveriesOfDue(sql`state, wait_until`)}) d`

/** A query for each kind, because the indexes by message have one kind each. */
function deliveriesOfDue(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const queries = (['mail', 'attachment', 'shown'] as const).map(
    kind => sql`select ${columns} from deliveries where user_id = due.user_id and message_id = due.id and kind = ${sql.lit(kind)}`,
  )
  return sql.join(queries, sql` union all `)
}

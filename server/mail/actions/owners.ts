// Claims the next action that a user requested; of two hosts that ask at once, one gets it.
import { sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import { type BusyMail, nothingBusy } from '../mailboxes/side-by-side.ts'
import type { KeptAction } from './store.ts'

export interface ClaimedAction {
  action: KeptAction
  /** The mailbox's server; null when the mailbox is gone. */
  server: string | null
}

const serverOfAction = sql<string | null>`
  (select lower(m.settings ->> 'host') || ':' || (m.settings ->> 'port') from mailboxes m where m.user_id = a.user_id and m.id = a.mailbox_id)`

/** Leased for `leaseMs`; null when none is due. Actions on one message run in the order they were requested. */
export function claimPersonAction(db: Db, now: Date, leaseMs: number, busy: BusyMail = nothingBusy): Promise<ClaimedAction | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('mailbox_actions as a')
      .selectAll()
      .select(serverOfAction.as('server'))
      .where(sql<boolean>`a.mailbox_id <> all(${busy.mailboxIds}::uuid[])`)
      .where(sql<boolean>`coalesce(${serverOfAction}, '') <> all(${busy.servers}::text[])`)
      .where('source', '=', sql.lit('person'))
      .where('due_at', '<=', now)
      .where(e =>
        e.not(
          e.exists(
            e
              .selectFrom('mailbox_actions as b')
              .select('b.id')
              .whereRef('b.user_id', '=', 'a.user_id')
              .whereRef('b.message_id', '=', 'a.message_id')
              .where('b.source', '=', sql.lit('person'))
              .where('b.state', '=', sql.lit('waiting'))
              .whereRef('b.id', '<', 'a.id'),
          ),
        ),
      )
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const action = await tx
      .updateTable('mailbox_actions')
      .set({ attempts: row.attempts + 1, due_at: new Date(now.getTime() + leaseMs), updated_at: now })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { action, server: row.server }
  })
}

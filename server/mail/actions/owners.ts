// Claims the next action that a user requested; of two hosts that ask at once, one gets it.
import { sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import type { KeptAction } from './store.ts'

/** Leased for `leaseMs`; null when none is due. Actions on one message run in the order they were requested. */
export function claimPersonAction(db: Db, now: Date, leaseMs: number): Promise<KeptAction | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('mailbox_actions as a')
      .selectAll()
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
              .where('b.state', '=', 'waiting')
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
    return tx
      .updateTable('mailbox_actions')
      .set({ attempts: row.attempts + 1, due_at: new Date(now.getTime() + leaseMs), updated_at: now })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

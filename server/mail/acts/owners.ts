// Takes what people asked to be done in their mailboxes, of all people: what two hosts ask for at once goes to one of them.
import type { Db } from '../../db/pool.ts'
import type { KeptAct } from './store.ts'

/** The next that is due, held for `leaseMs`; null when none is. Of one mail what was asked first is done first. */
export function claimAct(db: Db, now: Date, leaseMs: number): Promise<KeptAct | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('mail_acts as a')
      .selectAll()
      .where('due_at', '<=', now)
      .where(e =>
        e.not(
          e.exists(
            e
              .selectFrom('mail_acts as b')
              .select('b.id')
              .whereRef('b.user_id', '=', 'a.user_id')
              .whereRef('b.message_id', '=', 'a.message_id')
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
      .updateTable('mail_acts')
      .set({ attempts: row.attempts + 1, due_at: new Date(now.getTime() + leaseMs), updated_at: now })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

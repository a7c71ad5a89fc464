// Finds the mailboxes whose mail is to be erased.
import type { Db } from '../../db/pool.ts'

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

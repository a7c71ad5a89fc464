// Saves a user's preferences for a mailbox: what happens to emails from an outage, and to copies.
import type { Backlog } from '../../../core/api/mail.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** Doesn't affect the lease: preferences are read with each email. */
export async function savePreferences(
  db: Db,
  userId: string,
  mailboxId: string,
  choices: { backlog?: Backlog | undefined; forwardsCopies?: boolean | undefined },
): Promise<void> {
  const { backlog, forwardsCopies } = choices
  if (backlog === undefined && forwardsCopies === undefined) return
  await db
    .updateTable('mailboxes')
    .set({ ...(backlog !== undefined && { backlog }), ...(forwardsCopies !== undefined && { forwards_copies: forwardsCopies }) })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}

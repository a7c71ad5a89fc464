// Ends what a disconnected mailbox left open, and erases its messages if the user wants that.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { dropWebViews } from '../messages/web-view/store.ts'
import { dropReplies } from '../outgoing/store.ts'

/** What filters still wanted done there is not done any more. */
export async function endFilterActions(tx: Tx, userId: string, mailboxId: string, now: Date): Promise<void> {
  await tx
    .updateTable('mailbox_actions')
    .set({ state: 'failed', reason: 'disconnected', due_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source', '=', 'filter')
    .where('state', '=', 'waiting')
    .execute()
}

/** From now on all that is kept of its mail is to be erased, what is still being written too. */
export async function beginErasure(tx: Tx, userId: string, mailboxId: string, now: Date): Promise<void> {
  await tx
    .insertInto('mailbox_erasures')
    .values({ user_id: userId, mailbox_id: mailboxId, at: now })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Up to `most` messages of the mailbox of which something is left, the oldest first. */
export async function leftOf(tx: Tx, userId: string, mailboxId: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source_key', '<>', sql<string>`id::text`)
    .orderBy('source_key')
    .limit(most)
    .forUpdate()
    .execute()
  return rows.map(row => row.id)
}

/** Erases what these messages say and where they lay; the rows stay, so that the sums stay right. */
export async function eraseMessages(tx: Tx, userId: string, messageIds: string[], now: Date): Promise<void> {
  await tx.deleteFrom('mailbox_actions').where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
  await dropReplies(tx, userId, messageIds)
  await dropWebViews(tx, userId, messageIds)
  await tx
    .updateTable('messages')
    .set({ head: null, view: null, folder: null, uid: null, uid_validity: null, content_hash: Buffer.alloc(0) })
    .set({ source_key: sql`id::text`, erased_at: sql`coalesce(erased_at, ${now})` })
    .where('user_id', '=', userId)
    .where('id', 'in', messageIds)
    .execute()
}

export async function endErasure(db: Db, userId: string, mailboxId: string): Promise<void> {
  await db.deleteFrom('mailbox_erasures').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

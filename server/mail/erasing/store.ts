// Ends a disconnected mailbox's pending actions, and erases its messages if the user wants that.
import { sql } from 'kysely'
import { messageKeysOf } from '../../foundation/db/message-keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { dropWebViews } from '../messages/web-view/owners.ts'
import { dropReplies } from '../outgoing/owners.ts'

/** Fails the filter actions still waiting in the mailbox. */
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

/** Requests erasure of all the mailbox's messages, including those still being saved. */
export async function beginErasure(tx: Tx, userId: string, mailboxId: string, now: Date): Promise<void> {
  await tx
    .insertInto('mailbox_erasures')
    .values({ user_id: userId, mailbox_id: mailboxId, at: now })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Up to `limit` messages of the mailbox that still have content, the oldest first. */
export async function readRemaining(tx: Tx, userId: string, mailboxId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source_key', '<>', sql<string>`id::text`)
    .orderBy('source_key')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(row => row.id)
}

/** Erases content and location of these messages; the rows stay, so that the totals stay right. */
export async function eraseMessages(tx: Tx, userId: string, messageIds: string[], now: Date): Promise<void> {
  await tx.deleteFrom('mailbox_actions').where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
  await dropReplies(tx, messageKeysOf(userId, messageIds))
  await dropWebViews(tx, messageKeysOf(userId, messageIds))
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

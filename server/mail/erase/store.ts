// What is left of one person's mailbox once it is disconnected: its open work ends, and its mail goes where they want that.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import { dropReplies } from '../outgoing/store.ts'
import { dropWhole } from '../whole/store.ts'

/** What filters still wanted done there is not done any more. */
export async function endDeeds(tx: Tx, userId: string, mailboxId: string, now: Date): Promise<void> {
  await tx
    .updateTable('mail_deeds')
    .set({ state: 'failed', reason: 'disconnected', due_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
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
  for (const table of ['mail_deeds', 'mail_acts'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
  await dropReplies(tx, userId, messageIds)
  await dropWhole(tx, userId, messageIds)
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

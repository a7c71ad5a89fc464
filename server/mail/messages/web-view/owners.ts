// Finds the message that a link opens, counts its views, and deletes expired pages and links.
import { sql } from 'kysely'
import { deleteInBatches } from '../../../foundation/db/delete-in-batches.ts'
import { type MessageKey, messageKeyRows } from '../../../foundation/db/message-keys.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'

export interface OpenLink {
  userId: string
  messageId: string
  isForOwner: boolean
  deliveryId: string | null
  expiresAt: Date
}

/** Null for an unknown, expired or closed link, without revealing which. */
export async function findLink(db: Db, tokenHash: Buffer, now: Date): Promise<OpenLink | null> {
  const row = await db
    .selectFrom('web_view_links')
    .select(['user_id', 'message_id', 'delivery_id', 'for_owner', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { user_id: userId, message_id: messageId, delivery_id: deliveryId } = row
  return { userId, messageId, deliveryId, isForOwner: row.for_owner, expiresAt: row.expires_at }
}

/** Counts how often and when, never who. */
export async function countView(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('web_view_links')
    .set(e => ({ views: e('views', '+', 1), last_viewed_at: now }))
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** A link's counts are shown for this long after it expires. */
const shownMs = 30 * 86_400_000

export async function sweepWebViews(db: Db, now: Date): Promise<void> {
  const shownUntil = new Date(now.getTime() - shownMs)
  await deleteInBatches(limit =>
    sql`delete from web_views where ctid = any(array(select ctid from web_views where kept_until < ${now} limit ${limit}))`.execute(db),
  )
  await deleteInBatches(limit =>
    sql`delete from web_view_links where ctid = any(array(
      select ctid from web_view_links where expires_at < ${shownUntil} limit ${limit}))`.execute(db),
  )
}

/** Deletes these messages' pages and links. */
export async function dropWebViews(tx: Tx, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  const keys = messageKeyRows(messages)
  await sql`
    delete from web_views v using ${keys} as k (user_id uuid, message_id uuid)
    where v.user_id = k.user_id and v.message_id = k.message_id`.execute(tx)
  await sql`
    delete from web_view_links l using ${keys} as k (user_id uuid, message_id uuid)
    where l.user_id = k.user_id and l.message_id = k.message_id`.execute(tx)
}

// Finds the message that a link opens, counts its views, and deletes expired pages and links.
import type { Db } from '../../../foundation/db/pool.ts'

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
  await db.deleteFrom('web_views').where('kept_until', '<', now).execute()
  await db
    .deleteFrom('web_view_links')
    .where('expires_at', '<', new Date(now.getTime() - shownMs))
    .execute()
}

// Stores the web views of one user's messages and the links that open them.
import type { MailPage } from '../../../../core/message/html-page.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { type SealKey, seal, unseal } from '../../../foundation/seal.ts'
import { unpackPage } from '../../parsing/page.ts'

/** The lifetime of a link and of the page behind it. */
export const webViewLinkMs = 7 * 86_400_000

export interface PackedPage {
  messageId: string
  packed: Buffer
}

export async function savePages(tx: Tx, userId: string, contentKey: SealKey, pages: PackedPage[], now: Date): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ messageId, packed }) => ({
    user_id: userId,
    message_id: messageId,
    sealed: seal(contentKey, packed, sealContext(userId, messageId)),
    kept_until: new Date(now.getTime() + webViewLinkMs),
  }))
  await tx
    .insertInto('web_views')
    .values(rows)
    .onConflict(c => c.doNothing())
    .execute()
}

/** Null when the email has no page or it was deleted. */
export async function readPage(db: Db, userId: string, contentKey: SealKey, messageId: string): Promise<MailPage | null> {
  const row = await db
    .selectFrom('web_views')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row ? unpackPage(unseal(contentKey, row.sealed, sealContext(userId, messageId))) : null
}

const sealContext = (userId: string, messageId: string) => ({ userId, row: messageId, column: 'web_views.sealed' })

const maxListed = 50

/** A message's links, the newest first. */
export async function listLinks(db: Db, userId: string, messageId: string): Promise<Row<'web_view_links'>[]> {
  return db
    .selectFrom('web_view_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute()
}

export async function closeLinks(db: Db, userId: string, messageId: string, now: Date): Promise<void> {
  await db
    .updateTable('web_view_links')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** When the message arrived, and its own date; null when there is none. */
export async function readArrival(db: Db, userId: string, messageId: string): Promise<{ arrivedAt: Date; datedAt: Date } | null> {
  const row = await db
    .selectFrom('messages')
    .select(['arrived_at', 'dated_at'])
    .where('user_id', '=', userId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row ? { arrivedAt: row.arrived_at, datedAt: row.dated_at } : null
}

// SQL that saves the links of many messages to phones with one statement.
import { sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'
import { webViewLinkMs } from './store.ts'

export interface NewLink {
  userId: string
  tokenHash: Buffer
  messageId: string
  deliveryId: string
  isForOwner: boolean
}

/** A page lives as long as its newest link. */
export async function saveLinks(db: Db, links: NewLink[], now: Date): Promise<void> {
  const rows = links.map(({ userId, tokenHash, messageId, deliveryId, isForOwner }) => ({
    ...{ user_id: userId, token_hash: tokenHash.toString('hex'), message_id: messageId, delivery_id: deliveryId, for_owner: isForOwner },
  }))
  const expiresAt = new Date(now.getTime() + webViewLinkMs)
  await sql`
    with link as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as l (user_id uuid, token_hash text, message_id uuid, delivery_id uuid, for_owner boolean)
    ),
    kept as (
      update web_views w set kept_until = ${expiresAt} from link l
      where w.user_id = l.user_id and w.message_id = l.message_id and w.kept_until < ${expiresAt}
    )
    insert into web_view_links (token_hash, user_id, message_id, delivery_id, for_owner, created_at, expires_at)
    select decode(token_hash, 'hex'), user_id, message_id, delivery_id, for_owner, ${now}::timestamptz, ${expiresAt}::timestamptz
    from link`.execute(db)
}

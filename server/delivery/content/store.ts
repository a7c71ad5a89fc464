// Which mail a delivery brings and how much of it may be seen: decided when the mail came, so that a filter that changes uncovers nothing.
import { Redact } from '../../../core/filters/redact/redact.ts'
import type { Db } from '../../db/pool.ts'

export interface Seen {
  id: string
  messageId: string | null
  /** What is blacked out on the phone; null where nothing is. */
  redact: Redact | null
  show: 'headers' | 'summary' | 'full' | null
}

export async function readSeen(db: Db, userId: string, deliveryIds: string[]): Promise<Seen[]> {
  if (deliveryIds.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'message_id', 'redact', 'show'])
    .where('user_id', '=', userId)
    .where('id', 'in', deliveryIds)
    .execute()
  return rows.map(({ id, message_id, redact, show }) => ({
    id,
    messageId: message_id,
    redact: redact === null ? null : Redact.parse(redact),
    show,
  }))
}

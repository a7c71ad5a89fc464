// SQL for what a delivery may show: decided when the message arrived, so that a later filter change reveals nothing.
import { sql } from 'kysely'
import type { Privacy } from '../../core/filters/privacy.ts'
import { Redact } from '../../core/filters/redact/redact.ts'
import type { Db } from '../foundation/db/pool.ts'

export interface ForwardedContent extends Privacy {
  id: string
  messageId: string | null
  filterId: string | null
}

export async function readForwardedContent(db: Db, userId: string, deliveryIds: string[]): Promise<ForwardedContent[]> {
  if (deliveryIds.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'message_id', 'filter_id', 'redact', 'show'])
    .where('user_id', '=', userId)
    .where('id', 'in', deliveryIds)
    .execute()
  return rows.map(({ id, message_id, filter_id, redact, show }) => ({
    id,
    messageId: message_id,
    filterId: filter_id,
    redact: redact === null ? null : Redact.parse(redact),
    show,
  }))
}

/** Has the email of this delivery come to its phone before, in a message of its own? */
export async function wasForwardedBefore(db: Db, userId: string, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deliveries d
    join deliveries b on b.user_id = d.user_id and b.destination_id = d.destination_id and b.message_id = d.message_id
    where d.user_id = ${userId} and d.id = ${deliveryId} and b.id <> d.id and b.accepted_at is not null
      and b.kind in ('mail', 'shown') and b.digest_id is null limit 1`.execute(db)
  return rows.length > 0
}

/** From now on so much of these may be seen. */
export async function restrictContent(db: Db, userId: string, seen: (Privacy & { id: string })[]): Promise<void> {
  for (const { id, redact, show } of seen)
    await sql`
      update deliveries set redact = ${redact && JSON.stringify(redact)}::jsonb, show = ${show}
      where user_id = ${userId} and id = ${id}`.execute(db)
}

/** The ids of the emails that a digest carries, in its order. */
export async function listDigestDeliveries(db: Db, userId: string, digestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('digest_id', '=', digestId)
    .orderBy('seq')
    .execute()
  return rows.map(row => row.id)
}

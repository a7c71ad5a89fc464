// SQL for what a delivery may show, decided when the email arrived so that later filter changes reveal nothing.
import { sql } from 'kysely'
import type { PhonePrivacy } from '../../core/filters/privacy.ts'
import { RedactionRules } from '../../core/filters/redact/redact.ts'
import type { Db } from '../foundation/db/pool.ts'

export interface ForwardedContent extends PhonePrivacy {
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
    redact: redact === null ? null : RedactionRules.parse(redact),
    show,
  }))
}

/** Was this delivery's email already sent to its phone individually? */
export async function wasForwardedBefore(db: Db, userId: string, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deliveries d
    join deliveries b on b.user_id = d.user_id and b.destination_id = d.destination_id and b.message_id = d.message_id
    where d.user_id = ${userId} and d.id = ${deliveryId} and b.id <> d.id and b.accepted_at is not null
      and b.kind in ('mail', 'shown') and b.digest_id is null limit 1`.execute(db)
  return rows.length > 0
}

/** Limits what these deliveries may show from now on. */
export async function restrictContent(db: Db, userId: string, contents: (PhonePrivacy & { id: string })[]): Promise<void> {
  for (const { id, redact, show } of contents)
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

// One delivery with what it carries, so that it can be shown as its phone shows it.
import type { Db } from '../db/pool.ts'

export interface SentDelivery {
  deliveryId: string
  kind: 'mail' | 'announcement' | 'digest' | 'shown'
  messageId: string | null
  filterId: string | null
  /** The deliveries that an announcement names or a digest carries, in their order. */
  memberIds: string[]
}

export async function deliveryToShow(db: Db, userId: string, id: string): Promise<SentDelivery | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(['id', 'kind', 'message_id', 'filter_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const carries = row.kind === 'announcement' ? 'announced_by' : row.kind === 'digest' ? 'digest_id' : null
  return {
    ...{ deliveryId: row.id, kind: row.kind, messageId: row.message_id, filterId: row.filter_id },
    memberIds: carries ? await membersOf(db, userId, carries, id) : [],
  }
}

async function membersOf(db: Db, userId: string, by: 'announced_by' | 'digest_id', id: string): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).where(by, '=', id).orderBy('seq').execute()
  return rows.map(row => row.id)
}

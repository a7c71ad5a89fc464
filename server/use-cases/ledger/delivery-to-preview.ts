// Reads one delivery with the messages it carries, to preview what its phone shows.

import { defaultDigestPolicy } from '../../../core/delivery/digests.ts'
import { waitingStates } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface PreviewedDelivery {
  deliveryId: string
  kind: 'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'
  messageId: string | null
  filterId: string | null
  destinationId: string
  /** WhatsApp has accepted it. */
  wasSent: boolean
  /** The deliveries that an announcement names or a digest carries, in order. */
  memberIds: string[]
}

/** A delivery that waits for a digest is previewed as that digest now; `collected` is how many emails it has so far. */
export async function readDeliveryToPreview(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<(PreviewedDelivery & { collected: number | null }) | null> {
  const row = await db.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const base = {
    deliveryId: row.id,
    kind: row.kind,
    messageId: row.message_id,
    filterId: row.filter_id,
    destinationId: row.destination_id,
  }
  const sent = { ...base, wasSent: row.accepted_at !== null, memberIds: [], collected: null }
  if (row.kind === 'announcement') return { ...sent, memberIds: await listMembers(db, userId, 'announced_by', id) }
  if (row.kind === 'digest') return { ...sent, memberIds: await listMembers(db, userId, 'digest_id', id) }
  const { wait_until: digestTime } = row
  if (row.kind !== 'mail' || !row.for_digest || row.state !== 'held' || row.digest_id !== null || !digestTime || digestTime <= now)
    return sent
  const collected = await listCollected(db, userId, { id, destinationId: row.destination_id, digestTime })
  return collected.length > 1 ? { ...sent, kind: 'digest', memberIds: collected, collected: collected.length } : { ...sent, collected: 1 }
}

async function listMembers(db: Db, userId: string, column: 'announced_by' | 'digest_id', id: string): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).where(column, '=', id).orderBy('seq').execute()
  return rows.map(row => row.id)
}

interface DigestSlot {
  id: string
  destinationId: string
  digestTime: Date
}

/** The deliveries for the same digest that are due by then, up to the size of one digest. */
async function listCollected(db: Db, userId: string, { id, destinationId, digestTime }: DigestSlot): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('destination_id', '=', destinationId)
    .where('kind', '=', 'mail')
    .where('for_digest', '=', true)
    .where('digest_id', 'is', null)
    .where('state', 'in', waitingStates)
    .where(e => e.or([e('wait_until', 'is', null), e('wait_until', '<=', digestTime)]))
    .orderBy('seq')
    .execute()
  const { maxEmails } = defaultDigestPolicy
  const position = rows.findIndex(row => row.id === id)
  return rows
    .slice(position - (position % maxEmails))
    .slice(0, maxEmails)
    .map(row => row.id)
}

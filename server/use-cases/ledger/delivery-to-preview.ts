// Reads one delivery with what it carries, for the preview of what its phone shows.

import { defaultDigestPolicy } from '../../../core/delivery/digests.ts'
import { waitingStates } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface PreviewedDelivery {
  deliveryId: string
  kind: 'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'
  messageId: string | null
  filterId: string | null
  destinationId: string
  /** The messenger has it. */
  hasLeft: boolean
  /** The deliveries that an announcement names or a digest carries, in their order. */
  memberIds: string[]
}

/** One that waits for a digest is shown as that digest stands at this moment; `collected` says how many mails it has by now. */
export async function deliveryToShow(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<(PreviewedDelivery & { collected: number | null }) | null> {
  const row = await db.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const about = {
    deliveryId: row.id,
    kind: row.kind,
    messageId: row.message_id,
    filterId: row.filter_id,
    destinationId: row.destination_id,
  }
  const sent = { ...about, hasLeft: row.accepted_at !== null, memberIds: [], collected: null }
  if (row.kind === 'announcement') return { ...sent, memberIds: await membersOf(db, userId, 'announced_by', id) }
  if (row.kind === 'digest') return { ...sent, memberIds: await membersOf(db, userId, 'digest_id', id) }
  const { wait_until: hour } = row
  if (row.kind !== 'mail' || !row.for_digest || row.state !== 'held' || row.digest_id !== null || !hour || hour <= now) return sent
  const beside = await collectedWith(db, userId, { id, destinationId: row.destination_id, hour })
  return beside.length > 1 ? { ...sent, kind: 'digest', memberIds: beside, collected: beside.length } : { ...sent, collected: 1 }
}

async function membersOf(db: Db, userId: string, by: 'announced_by' | 'digest_id', id: string): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).where(by, '=', id).orderBy('seq').execute()
  return rows.map(row => row.id)
}

interface Collected {
  id: string
  destinationId: string
  hour: Date
}

/** What folds and is due by the hour of this mail goes with it, as many as one digest holds. */
async function collectedWith(db: Db, userId: string, { id, destinationId, hour }: Collected): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('destination_id', '=', destinationId)
    .where('kind', '=', 'mail')
    .where('for_digest', '=', true)
    .where('digest_id', 'is', null)
    .where('state', 'in', waitingStates)
    .where(e => e.or([e('reason', 'is', null), e('reason', '<>', 'allowance_used')]))
    .where(e => e.or([e('wait_until', 'is', null), e('wait_until', '<=', hour)]))
    .orderBy('seq')
    .execute()
  const { most } = defaultDigestPolicy
  const place = rows.findIndex(row => row.id === id)
  return rows
    .slice(place - (place % most))
    .slice(0, most)
    .map(row => row.id)
}

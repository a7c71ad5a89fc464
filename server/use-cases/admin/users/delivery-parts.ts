// Reads a user's phones and latest deliveries for the console: masked numbers, states, times and sizes.
import type { AdminDelivery, AdminPhone } from '../../../../core/api/admin/users.ts'
import { State } from '../../../../core/delivery/states.ts'
import { maskPhone } from '../../../../core/phone/phone.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const latest = 50

export async function readPhones(db: Db, userId: string, now: Date): Promise<AdminPhone[]> {
  const rows = await db
    .selectFrom('destinations')
    .select(['id', 'wa_id', 'state', 'paused_until', 'last_inbound_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(row => ({
    id: row.id,
    number: row.wa_id && maskPhone(row.wa_id),
    state: row.state,
    pausedUntil: row.paused_until && row.paused_until > now ? row.paused_until.toISOString() : null,
    lastInboundAt: row.last_inbound_at?.toISOString() ?? null,
  }))
}

/** Ids begin with their time, so that the newest come first by the key alone. */
export async function readDeliveries(db: Db, userId: string, explain: (reason: string | null) => string | null): Promise<AdminDelivery[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('messages as m', join => join.onRef('m.user_id', '=', 'd.user_id').onRef('m.id', '=', 'd.message_id'))
    .select(['d.id', 'd.kind', 'd.destination_id', 'd.filter_id', 'd.state', 'd.reason', 'd.attempts', 'm.size_bytes'])
    .select(['d.created_at', 'd.delivered_at', 'd.failed_at'])
    .where('d.user_id', '=', userId)
    .orderBy('d.id', 'desc')
    .limit(latest)
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    destinationId: row.destination_id,
    filterId: row.filter_id,
    state: State.parse(row.state),
    reason: row.reason,
    reasonText: explain(row.reason),
    attempts: row.attempts,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
  }))
}

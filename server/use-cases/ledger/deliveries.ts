// Reads the deliveries of messages, with the names of their filters and destinations.
import { sql } from 'kysely'
import type { Delivery } from '../../../core/api/delivery.ts'
import { isOneOf, State, unconfirmedStates } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'

export type Explain = (state: State, reason: string | null) => string | null

/** By message, oldest first. `explain` turns a state and its reason code into a sentence for the owner. */
export async function readDeliveries(db: Db, userId: string, messageIds: string[], explain: Explain): Promise<Map<string, Delivery[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .leftJoin('destinations', j =>
      j.onRef('destinations.user_id', '=', 'deliveries.user_id').onRef('destinations.id', '=', 'deliveries.destination_id'),
    )
    .leftJoin('filters', j => j.onRef('filters.user_id', '=', 'deliveries.user_id').onRef('filters.id', '=', 'deliveries.filter_id'))
    .where('deliveries.user_id', '=', userId)
    .where('deliveries.message_id', 'in', messageIds)
    .where('deliveries.kind', '=', sql.lit('mail'))
    .selectAll('deliveries')
    .select(['destinations.name as destination_name', 'filters.name as filter_name'])
    // Not by lane position, which changes when a delivery is sent again.
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.destination_id')
    .execute()
  const byMessage = Map.groupBy(rows, row => row.message_id ?? '')
  return new Map([...byMessage].map(([id, list]) => [id, list.map(row => toDelivery(row, explain))]))
}

type JoinedDelivery = {
  id: string
  destination_id: string
  destination_name: string | null
  filter_id: string | null
  filter_name: string | null
  state: string
  reason: string | null
  created_at: Date
  due_at: Date | null
  accepted_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  failed_at: Date | null
  urgent: boolean
  wait_until: Date | null
  overdue_at: Date | null
  incident: string | null
  fell_back_to: string | null
}

function toDelivery(row: JoinedDelivery, explain: Explain): Delivery {
  const state = State.parse(row.state)
  const toIso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    destinationId: row.destination_id,
    destinationName: row.destination_name ?? '',
    filterId: row.filter_id,
    filterName: row.filter_name,
    state,
    reason: toSentences(state, row, explain),
    urgent: row.urgent,
    createdAt: row.created_at.toISOString(),
    dueAt: toIso(row.due_at),
    waitUntil: toIso(isScheduled(row) ? row.wait_until : null),
    acceptedAt: toIso(row.accepted_at),
    sentAt: toIso(row.sent_at),
    deliveredAt: toIso(row.delivered_at),
    readAt: toIso(row.read_at),
    failedAt: toIso(row.failed_at),
    overdueAt: toIso(row.overdue_at),
    incident: row.incident === null ? null : 'delivered_and_failed',
    fellBack: row.fell_back_to === 'destination' || row.fell_back_to === 'mail' ? row.fell_back_to : null,
  }
}

/** A time that has passed stays in the row while the delivery is held for another reason. */
const isScheduled = ({ state, reason }: JoinedDelivery): boolean =>
  state === 'held' && ['quiet', 'digest', 'folded', 'allowance_used', 'payment_failed'].includes(reason ?? '')

/** Explains the state, and what else happened to the delivery. */
function toSentences(state: State, row: JoinedDelivery, explain: Explain): string | null {
  const isUnconfirmed = isOneOf(unconfirmedStates, state)
  const usedFallback = row.reason !== 'replaced' && (row.fell_back_to === 'destination' || row.fell_back_to === 'mail')
  const codes = [row.reason, isUnconfirmed && row.overdue_at && 'overdue', usedFallback && `to_${row.fell_back_to}`, row.incident]
  return codes.flatMap(code => (code && explain(state, code)) || []).join(' ') || null
}

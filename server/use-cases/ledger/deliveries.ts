// The deliveries of some messages, with the names of their filters and destinations.
import type { Delivery } from '../../../core/api/delivery.ts'
import { isOneOf, State, unconfirmedStates } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'

export type Explain = (state: State, reason: string | null) => string | null

/** By message, oldest first. `explain` turns a state and its reason code into a sentence for the owner. */
export async function deliveriesOf(db: Db, userId: string, messageIds: string[], explain: Explain): Promise<Map<string, Delivery[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .leftJoin('destinations', j =>
      j.onRef('destinations.user_id', '=', 'deliveries.user_id').onRef('destinations.id', '=', 'deliveries.destination_id'),
    )
    .leftJoin('filters', j => j.onRef('filters.user_id', '=', 'deliveries.user_id').onRef('filters.id', '=', 'deliveries.filter_id'))
    .where('deliveries.user_id', '=', userId)
    .where('deliveries.message_id', 'in', messageIds)
    .where('deliveries.kind', '=', 'mail')
    .selectAll('deliveries')
    .select(['destinations.name as destination_name', 'filters.name as filter_name'])
    // The same after one was sent again, which takes it to the end of its lane.
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.destination_id')
    .execute()
  const byMessage = Map.groupBy(rows, row => row.message_id ?? '')
  return new Map([...byMessage].map(([id, list]) => [id, list.map(row => asDelivery(row, explain))]))
}

type Joined = {
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

function asDelivery(row: Joined, explain: Explain): Delivery {
  const state = State.parse(row.state)
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    destinationId: row.destination_id,
    destinationName: row.destination_name ?? '',
    filterId: row.filter_id,
    filterName: row.filter_name,
    state,
    reason: sentencesOf(state, row, explain),
    urgent: row.urgent,
    createdAt: row.created_at.toISOString(),
    dueAt: time(row.due_at),
    waitUntil: time(waitsForHour(row) ? row.wait_until : null),
    acceptedAt: time(row.accepted_at),
    sentAt: time(row.sent_at),
    deliveredAt: time(row.delivered_at),
    readAt: time(row.read_at),
    failedAt: time(row.failed_at),
    overdueAt: time(row.overdue_at),
    incident: row.incident === null ? null : 'delivered_and_failed',
    fellBack: row.fell_back_to === 'destination' || row.fell_back_to === 'mail' ? row.fell_back_to : null,
  }
}

/** An hour that has come stays in the row, while the mail waits for something else. */
const waitsForHour = ({ state, reason }: Joined): boolean =>
  state === 'held' && (reason === 'quiet' || reason === 'digest' || reason === 'folded')

/** What its state says, and what came to pass beside it. */
function sentencesOf(state: State, row: Joined, explain: Explain): string | null {
  const isUnderWay = isOneOf(unconfirmedStates, state)
  const wentElsewhere = row.reason !== 'replaced' && (row.fell_back_to === 'destination' || row.fell_back_to === 'mail')
  const codes = [row.reason, isUnderWay && row.overdue_at && 'overdue', wentElsewhere && `to_${row.fell_back_to}`, row.incident]
  return codes.flatMap(code => (code && explain(state, code)) || []).join(' ') || null
}

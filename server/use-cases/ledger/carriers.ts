// Lists the WhatsApp messages that carried an email in another form: announcements, digests, and repeats.
import { sql } from 'kysely'
import type { Carrier } from '../../../core/api/ledger.ts'
import { State } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** For all deliveries of a message, oldest first. */
export async function listCarriers(db: Db, userId: string, messageId: string): Promise<Carrier[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select user_id, id, destination_id, announced_by, digest_id from deliveries
      where user_id = ${userId} and message_id = ${messageId} and kind = 'mail'),
    carrying as (
      select id as delivery_id, announced_by as id from mine
      union all select id, digest_id from mine
      union all select mine.id, shown.id from mine join deliveries shown on shown.user_id = mine.user_id
        and shown.message_id = ${messageId} and shown.destination_id = mine.destination_id and shown.kind = 'shown'
        and shown.reason is distinct from 'snoozed')
    select delivery_id, d.id, d.kind, d.state, d.created_at, d.accepted_at, d.delivered_at, d.read_at,
      case d.kind
        when 'announcement' then (select count(*)::int from deliveries n where n.user_id = d.user_id and n.announced_by = d.id)
        when 'digest' then (select count(*)::int from deliveries n where n.user_id = d.user_id and n.digest_id = d.id)
        else 1 end as message_count
    from carrying join deliveries d on d.user_id = ${userId} and d.id = carrying.id
    order by d.seq`.execute(db)
  return rows.map(toCarrier)
}

interface Row {
  id: string
  delivery_id: string
  kind: Carrier['kind']
  state: string
  message_count: number
  created_at: Date
  accepted_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
}

const toCarrier = (row: Row): Carrier => ({
  id: row.id,
  deliveryId: row.delivery_id,
  kind: row.kind,
  state: State.parse(row.state),
  messageCount: row.message_count,
  createdAt: row.created_at.toISOString(),
  acceptedAt: toIso(row.accepted_at),
  deliveredAt: toIso(row.delivered_at),
  readAt: toIso(row.read_at),
})

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null

// SQL that reads what many deliveries of emails need to be rendered, in one statement.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { Action, type Filter } from '../../../core/filters/action.ts'
import { RedactionRules } from '../../../core/filters/redact/redact.ts'
import { toReader } from '../../account/settings/reader.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import type { ClaimedDelivery } from '../../delivery/queue.ts'
import type { Db } from '../../foundation/db/pool.ts'

export type EmailKey = Pick<ClaimedDelivery, 'userId' | 'deliveryId' | 'messageId' | 'filterId'>

export interface OutgoingRow {
  /** Sealed; null when it was erased. */
  view: Buffer | null
  isProven: boolean
  filter: Filter | null
  /** What the phone may show, as decided when the email arrived; undefined for a delivery that is gone. */
  stored: ForwardedContent | undefined
  language: string
  timeZone: string
  needsAcknowledgment: boolean
}

interface Row {
  id: string
  view: Buffer | null
  reason: string | null
  filter_name: string | null
  filter_actions: unknown
  is_stored: boolean
  stored_message_id: string | null
  stored_filter_id: string | null
  redact: unknown
  show: ForwardedContent['show']
  language: string | null
  time_zone: string | null
  needs_acknowledgment: boolean
}

/** By the ids of the deliveries. */
export async function readOutgoingRows(db: Db, wanted: EmailKey[]): Promise<Map<string, OutgoingRow>> {
  const keys = wanted.map(({ userId, deliveryId, messageId, filterId }) => ({
    ...{ user_id: userId, id: deliveryId, message_id: messageId, filter_id: filterId },
  }))
  const { rows } = await sql<Row>`
    select k.id, m.view, v.reason, f.name as filter_name, f.actions as filter_actions, d.id is not null as is_stored,
      d.message_id as stored_message_id, d.filter_id as stored_filter_id, d.redact, d.show, s.language, s.time_zone,
      coalesce(e.state = 'open', false) as needs_acknowledgment
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (user_id uuid, id uuid, message_id uuid, filter_id uuid)
    left join messages m on m.user_id = k.user_id and m.id = k.message_id
    left join decisions v on v.user_id = k.user_id and v.message_id = k.message_id
    left join filters f on f.user_id = k.user_id and f.id = k.filter_id and f.removed_at is null
    left join deliveries d on d.user_id = k.user_id and d.id = k.id
    left join settings s on s.user_id = k.user_id
    left join escalations e on e.user_id = d.user_id and e.id = d.escalation_id`.execute(db)
  return new Map(rows.map(row => [row.id, toOutgoing(row)]))
}

const toOutgoing = (row: Row): OutgoingRow => ({
  view: row.view,
  isProven: row.reason !== 'not_proven',
  filter: row.filter_name === null ? null : toFilter(row.stored_filter_id ?? '', row.filter_name, row.filter_actions),
  stored: row.is_stored ? toStored(row) : undefined,
  ...toReader(row),
  needsAcknowledgment: row.needs_acknowledgment,
})

const toFilter = (id: string, name: string, actions: unknown): Filter => ({
  ...{ id, name, paused: false, condition: { all: [] }, actions: z.array(Action).parse(actions) },
})

const toStored = ({ id, stored_message_id, stored_filter_id, redact, show }: Row): ForwardedContent => ({
  ...{ id, messageId: stored_message_id, filterId: stored_filter_id, show },
  redact: redact === null ? null : RedactionRules.parse(redact),
})

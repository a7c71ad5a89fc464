// SQL for what phones request: an email again, now or later, and attachments that have not been sent.

import { sql } from 'kysely'
import { undeliveredStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { resetForResend } from '../follow-up-files-queue.ts'
import { wakeLane } from '../queue.ts'

/**
 * Sends the email of a delivery to its phone again in the same form, without using allowance: now, or at `until`. One that is
 * snoozed already is only rescheduled.
 */
export async function sendAgainLater(tx: Tx, userId: string, deliveryId: string, until: Date | null, now: Date): Promise<void> {
  const { rows } = await sql<{ destination_id: string }>`
    with asked as (select * from deliveries where user_id = ${userId} and id = ${deliveryId} and message_id is not null),
    later as (
      update deliveries d set wait_until = ${until}, updated_at = ${now} from asked a
      where ${until}::timestamptz is not null and d.user_id = a.user_id and d.destination_id = a.destination_id
        and d.message_id = a.message_id and d.kind = 'shown' and d.state = ${state('held')} and d.reason = 'snoozed'
      returning d.destination_id),
    fresh as (
      insert into deliveries (user_id, id, kind, message_id, filter_id, destination_id, state, reason, attempts, redact, show, files,
        wait_until, is_repeat, created_at, updated_at)
      select user_id, ${newId(now)}, 'shown', message_id, filter_id, destination_id,
        ${until === null ? 'queued' : 'held'}, ${until === null ? null : 'snoozed'}, 0, redact, show, files,
        ${until}::timestamptz, true, ${now}::timestamptz, ${now}::timestamptz
      from asked where not exists (select 1 from later)
      returning destination_id)
    select destination_id from later union all select destination_id from fresh`.execute(tx)
  for (const row of rows) await wakeLane(tx, userId, row.destination_id, now)
}

/** A file that was not sent, by its part number; `asLink`: WhatsApp would not accept it. */
export interface RequestedFile {
  part: number
  asLink: boolean
}

export async function sendFiles(tx: Tx, userId: string, deliveryId: string, files: RequestedFile[], now: Date): Promise<void> {
  const items = files.map(({ part, asLink }, n) => ({ n, part, as_link: asLink, id: newId(now) }))
  const { rows } = await sql<{ destination_id: string }>`
    insert into deliveries (user_id, id, kind, part, as_link, message_id, filter_id, destination_id, state, attempts, redact, show,
      created_at, updated_at)
    select d.user_id, i.id, 'attachment', i.part, i.as_link, d.message_id, d.filter_id, d.destination_id, ${state('queued')}, 0, d.redact, d.show,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (n int, part int, as_link boolean, id uuid)
    join deliveries d on d.user_id = ${userId} and d.id = ${deliveryId}
    order by i.n
    on conflict (user_id, message_id, destination_id, part) where kind = 'attachment' do update
      set ${resetForResend(now)}, as_link = excluded.as_link where deliveries.state in ${stateList(undeliveredStates)}
    returning destination_id`.execute(tx)
  for (const { destination_id } of rows.slice(0, 1)) await wakeLane(tx, userId, destination_id, now)
}

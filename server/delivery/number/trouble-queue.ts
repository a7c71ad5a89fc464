// SQL for trouble of WhatsApp itself, which all hosts share: since when nothing gets through, and what goes again once it does.
import { sql } from 'kysely'
import { addTrouble, type FailedByService, isVisibleTrouble, type ServiceTrouble, visibleSince } from '../../../core/delivery/trouble.ts'
import { state } from '../../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { pauseNumber } from './queue.ts'

/** Null while WhatsApp works, as far as we know. */
export async function readTrouble(db: Db, numberId: string): Promise<ServiceTrouble | null> {
  const row = await db
    .selectFrom('messenger_numbers')
    .select(['trouble_since', 'trouble_phones', 'trouble_pauses'])
    .where('number_id', '=', numberId)
    .executeTakeFirst()
  if (!row?.trouble_since) return null
  return { since: row.trouble_since, destinationIds: row.trouble_phones, pauses: row.trouble_pauses }
}

/** Attempts failed because of WhatsApp: remembers it, and pauses the number once several phones are concerned. */
export async function noteTrouble(
  tx: Tx,
  numberId: string,
  failed: readonly FailedByService[],
  isProbe: boolean,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ paused_until: Date | null }>`
    insert into messenger_numbers (number_id, updated_at) values (${numberId}, ${now})
    on conflict (number_id) do update set updated_at = excluded.updated_at
    returning paused_until`.execute(tx)
  const pausedUntil = rows[0]?.paused_until
  const isPaused = pausedUntil != null && pausedUntil > now && !isProbe
  const { trouble, pauseUntil } = addTrouble(await readTrouble(tx, numberId), failed, { isProbe, isPaused, now })
  await tx
    .updateTable('messenger_numbers')
    .set({ trouble_since: trouble.since, trouble_phones: trouble.destinationIds, trouble_pauses: trouble.pauses })
    .where('number_id', '=', numberId)
    .execute()
  const reason = isVisibleTrouble(trouble, now) ? 'service_trouble' : null
  if (pauseUntil) await pauseNumber(tx, numberId, { until: pauseUntil, reason }, now)
}

/** Something got through. Returns since when nothing had; null if there was no trouble. What waited because of it is due now. */
export async function endTrouble(tx: Tx, numberId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    update messenger_numbers n set trouble_since = null, trouble_phones = '{}', trouble_pauses = 0, updated_at = ${now},
      trouble_ended_at = case when old.trouble_since <= ${visibleSince(now)} and n.trouble_pauses > 0 then ${now} else n.trouble_ended_at end
    from (select number_id, trouble_since from messenger_numbers where number_id = ${numberId} and trouble_since is not null for update) old
    where n.number_id = old.number_id returning old.trouble_since as since`.execute(tx)
  if (!rows[0]) return null
  await wakeWaiting(tx, now)
  return rows[0].since
}

/** Many lanes may wait; the others are due within a minute anyway. */
const wokenAtOnce = 10_000

// Skips what others have locked, so that this never waits.
async function wakeWaiting(tx: Tx, now: Date): Promise<void> {
  await sql`
    with waiting as (
      select user_id, id, destination_id from deliveries
      where state = ${state('queued')} and reason = 'temporary' and due_at > ${now}
      order by due_at limit ${wokenAtOnce} for update skip locked
    ), woken as (
      update deliveries d set due_at = ${now}, updated_at = ${now} from waiting w where d.user_id = w.user_id and d.id = w.id
    )
    update lanes set next_at = ${now} where (user_id, destination_id) in (
      select l.user_id, l.destination_id from lanes l
      where (l.user_id, l.destination_id) in (select user_id, destination_id from waiting) and l.next_at > ${now}
        and (l.claimed_until is null or l.claimed_until <= ${now})
      for update skip locked)`.execute(tx)
}

// SQL for what people are told about trouble of WhatsApp itself: since when it lasts, that it is over, and whom to email once.
import { sql } from 'kysely'
import { isVisibleTrouble } from '../../../core/delivery/trouble.ts'
import { state } from '../../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'

export interface VisibleTrouble {
  since: Date | null
  /** Seen with several phones, so that it concerns everybody; otherwise only the phones that it was seen with. */
  isEverybodys: boolean
  destinationIds: string[]
  /** When trouble that concerned everybody last ended. */
  endedAt: Date | null
}

/** Trouble of less than two minutes is nothing to tell anybody. */
export async function readVisibleTrouble(db: Db, numberId: string, now: Date): Promise<VisibleTrouble> {
  const row = await db
    .selectFrom('messenger_numbers')
    .select(['trouble_since', 'trouble_phones', 'trouble_pauses', 'trouble_ended_at'])
    .where('number_id', '=', numberId)
    .executeTakeFirst()
  const since = row?.trouble_since ?? null
  return {
    since: since && isVisibleTrouble({ since }, now) ? since : null,
    isEverybodys: (row?.trouble_pauses ?? 0) > 0,
    destinationIds: row?.trouble_phones ?? [],
    endedAt: row?.trouble_ended_at ?? null,
  }
}

/**
 * Claims people with an email that waits because of trouble that began at `since`, each once for as long as it lasts; marks them in the
 * caller's transaction. Skips those that another host has locked.
 */
export async function claimTroubleNotices(tx: Tx, since: Date, limit: number): Promise<{ userIds: string[]; isMore: boolean }> {
  const { rows } = await sql<{ user_id: string; is_first: boolean }>`
    with claimed as (
      select l.user_id, l.destination_id from lanes l
      where l.next_at is not null and l.trouble_notified_since is distinct from ${since} and exists (
        select from deliveries d where d.user_id = l.user_id and d.destination_id = l.destination_id
          and (d.state = ${state('queued')} and d.reason = 'temporary' or d.state = ${state('held')} and d.reason = 'service_trouble'))
      order by l.user_id, l.destination_id limit ${limit} for update skip locked)
    update lanes l set trouble_notified_since = ${since} from claimed c
    where l.user_id = c.user_id and l.destination_id = c.destination_id
    returning l.user_id, not exists (select from lanes o where o.user_id = l.user_id and o.trouble_notified_since = ${since}) as is_first`.execute(
    tx,
  )
  // A person with two phones gets one email.
  const userIds = [...new Set(rows.filter(row => row.is_first).map(row => row.user_id))]
  return { userIds, isMore: rows.length === limit }
}

// Finds the destinations whose WhatsApp identity changed, and announcements that can be sent again.

import { type RawBuilder, sql } from 'kysely'
import type { Rights } from '../../core/delivery/rights.ts'
import { state } from '../foundation/db/delivery-states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Phone } from './owners.ts'

/**
 * A person left this number: who has it next must not get their email. Their phones wait to be linked anew, and what was for them waits
 * along; what they might do is taken from them. Those that were linked after `at`, which counts whole seconds, are somebody's who has the number now.
 */
export async function forgetPhone(tx: Tx, { waId, waUserId }: Phone, at: Date): Promise<number> {
  return forget(tx, sql`wa_id = ${waId} or wa_user_id = ${waUserId}`, at)
}

/**
 * Somebody who is known by both ids has written at `at`: what was known by one of them learns the other. A phone that another person
 * was linked by has a new owner, and is forgotten. Returns how many were.
 */
export async function confirmIdentity(tx: Tx, { waId, waUserId }: Phone, at: Date): Promise<number> {
  if (!waId || !waUserId) return 0
  const forgotten = await forget(tx, sql`wa_id = ${waId} and wa_user_id <> ${waUserId}`, at)
  await sql`
    update destinations set wa_id = ${waId}, wa_user_id = ${waUserId}
    where (user_id, id) in (
      select user_id, id from destinations
      where state <> 'pending' and ((wa_id = ${waId} and wa_user_id is null) or (wa_user_id = ${waUserId} and wa_id is null))
      order by user_id, id for update)`.execute(tx)
  return forgotten
}

const fewestRights: Rights = 'read'

async function forget(tx: Tx, whose: RawBuilder<unknown>, at: Date): Promise<number> {
  const forgotten = await sql`
    update destinations set state = 'pending', wa_id = null, wa_user_id = null, last_inbound_at = null, rights = ${fewestRights}
    where (user_id, id) in (
      select user_id, id from destinations
      where state <> 'pending' and (${whose}) and coalesce((consent ->> 'at')::timestamptz <= ${at}, true)
      order by user_id, id for update)`.execute(tx)
  return Number(forgotten.numAffectedRows ?? 0)
}

/** The messenger made a person's id anew: their phones go by the new one. */
export async function renameUser(tx: Tx, previous: string, current: string): Promise<number> {
  const renamed = await sql`
    update destinations set wa_user_id = ${current}
    where (user_id, id) in (select user_id, id from destinations where wa_user_id = ${previous} order by user_id, id for update)`.execute(
    tx,
  )
  return Number(renamed.numAffectedRows ?? 0)
}

/**
 * There is a template again: announcements that were held for the lack of one are due. Lanes at work look by themselves, and what
 * somebody else writes to is left out, so that this never waits with lanes in its hands.
 */
export async function wakeUnannounced(tx: Tx, now: Date): Promise<void> {
  await sql`
    with lane as (
      update lanes set next_at = ${now} where (user_id, destination_id) in (
        select l.user_id, l.destination_id from lanes l
        where (l.claimed_until is null or l.claimed_until <= ${now}) and exists (
          select 1 from deliveries d where d.user_id = l.user_id and d.destination_id = l.destination_id and d.state = ${state('held')}
            and d.reason = 'no_template')
        order by l.user_id, l.destination_id for update skip locked)
      returning user_id, destination_id
    )
    update deliveries d set due_at = ${now}
    from (
      select f.user_id, f.id from lane
      join deliveries f on f.user_id = lane.user_id and f.destination_id = lane.destination_id
      where f.kind = 'announcement' and f.state = ${state('held')} and f.reason = 'no_template'
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

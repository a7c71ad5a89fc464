// Updates destinations whose WhatsApp identity changed, and wakes announcements that can be sent again.

import { type RawBuilder, sql } from 'kysely'
import type { Rights } from '../../core/delivery/rights.ts'
import { state } from '../foundation/db/delivery-states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Phone } from './owners.ts'

/**
 * Somebody gave up this number, so its next owner must not get their email: the phones must be linked again and lose their rights, and
 * their deliveries wait. Phones linked after `at` (whole seconds) already belong to the new owner.
 */
export async function unlinkPhone(tx: Tx, { waId, waUserId }: Phone, at: Date): Promise<number> {
  return unlink(tx, sql`wa_id = ${waId} or wa_user_id = ${waUserId}`, at)
}

/**
 * A message at `at` shows which two ids belong together, so destinations that have one get the other. A number linked to another id
 * has a new owner and is unlinked. Returns how many were unlinked.
 */
export async function confirmIdentity(tx: Tx, { waId, waUserId }: Phone, at: Date): Promise<number> {
  if (!waId || !waUserId) return 0
  const unlinked = await unlink(tx, sql`wa_id = ${waId} and wa_user_id <> ${waUserId}`, at)
  await sql`
    update destinations set wa_id = ${waId}, wa_user_id = ${waUserId}
    where (user_id, id) in (
      select user_id, id from destinations
      where state <> 'pending' and ((wa_id = ${waId} and wa_user_id is null) or (wa_user_id = ${waUserId} and wa_id is null))
      order by user_id, id for update)`.execute(tx)
  return unlinked
}

const lowestRights: Rights = 'read'

async function unlink(tx: Tx, condition: RawBuilder<unknown>, at: Date): Promise<number> {
  const unlinked = await sql`
    update destinations set state = 'pending', wa_id = null, wa_user_id = null, last_inbound_at = null, rights = ${lowestRights}
    where (user_id, id) in (
      select user_id, id from destinations
      where state <> 'pending' and (${condition}) and coalesce((consent ->> 'at')::timestamptz <= ${at}, true)
      order by user_id, id for update)`.execute(tx)
  return Number(unlinked.numAffectedRows ?? 0)
}

/** WhatsApp assigned this user a new id. */
export async function renameUser(tx: Tx, previous: string, current: string): Promise<number> {
  const renamed = await sql`
    update destinations set wa_user_id = ${current}
    where (user_id, id) in (select user_id, id from destinations where wa_user_id = ${previous} order by user_id, id for update)`.execute(
    tx,
  )
  return Number(renamed.numAffectedRows ?? 0)
}

/**
 * A template is available again, so announcements held without one are due. Skips claimed lanes, which check themselves, and rows
 * that somebody else is writing, so that this never waits while holding locks.
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

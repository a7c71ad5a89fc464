// SQL across users for messages that their phones did not receive, and for dead phones whose owner does not know.

import { sql } from 'kysely'
import { passing } from '../../../core/delivery/replan.ts'
import { unconfirmedStates, waitingStates } from '../../../core/delivery/states.ts'
import { oneOf, state } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { DeliveryRow } from '../outcomes/queue.ts'

export interface UndeliveredRow extends DeliveryRow {
  message_id: string
  filter_id: string | null
  redact: unknown
  show: 'headers' | 'summary' | 'full' | null
  urgent: boolean
  for_digest: boolean
  updated_at: Date
  fallback: unknown
  destination_name: string
  destination_state: 'pending' | 'linked' | 'stopped' | 'unreachable' | null
}

export interface UndeliveredQuery {
  now: Date
  /** What the messenger took before this hour and no phone has confirmed is overdue. */
  overdueBefore: Date
  /** What failed before this hour stays as it is. */
  failedSince: Date
}

/**
 * Emails to be looked at, locked: overdue ones and those whose announcement is, once each; those held for a phone that is dead
 * whose hour has come, and those that have failed of late, until they went another way. Person by person.
 */
export async function takeUndelivered(
  tx: Tx,
  { now, overdueBefore, failedSince }: UndeliveredQuery,
  limit: number,
): Promise<UndeliveredRow[]> {
  const { rows } = await sql<UndeliveredRow>`
    with found as (
      select user_id, id from deliveries
      where kind = 'mail' and state in ${oneOf(unconfirmedStates)} and accepted_at <= ${overdueBefore} and overdue_at is null
      union all
      select f.user_id, f.id from deliveries a
      join deliveries f on f.user_id = a.user_id and f.destination_id = a.destination_id and f.announced_by = a.id and f.state = ${state('held')}
        and f.reason = 'announced'
      where a.kind = 'announcement' and a.state in ${oneOf(unconfirmedStates)} and a.accepted_at <= ${overdueBefore} and f.overdue_at is null
      union all
      select f.user_id, f.id from destinations p
      join deliveries f on f.user_id = p.user_id and f.destination_id = p.id and f.state in ${oneOf(waitingStates)}
      where p.state = 'unreachable' and p.fallback is not null and f.kind = 'mail' and f.digest_id is null and f.fell_back_to is null
        and f.reason is distinct from 'allowance_used' and (f.wait_until is null or f.wait_until <= ${now})
      union all
      select f.user_id, f.id from deliveries f
      join destinations p on p.user_id = f.user_id and p.id = f.destination_id
      where f.kind = 'mail' and f.state = ${state('failed')} and f.fell_back_to is null and f.updated_at > ${failedSince}
        and case when (f.reason = 'window_closed' or f.reason like 'late:%') and f.attempts < ${passing.mostTries}
          then f.updated_at <= ${now}::timestamptz - f.attempts * ${passing.waitMs} * interval '1 ms' else p.fallback is not null end
    )
    select d.*, coalesce(d.resent_at, d.created_at) as since, p.fallback, coalesce(p.name, '') as destination_name,
      p.state as destination_state
    from deliveries d left join destinations p on p.user_id = d.user_id and p.id = d.destination_id
    where (d.user_id, d.id) in (select user_id, id from found)
    order by d.user_id, d.seq limit ${limit} for update of d skip locked`.execute(tx)
  return rows
}

/** `way`: null when there is none, and the email is only late. */
export async function noteUndelivered(tx: Tx, userId: string, ids: string[], way: 'destination' | 'mail' | 'nowhere' | null, now: Date) {
  await sql`
    update deliveries set fell_back_to = coalesce(fell_back_to, ${way}),
      overdue_at = case when state in ${oneOf(unconfirmedStates)} or reason = 'announced' then coalesce(overdue_at, ${now}) end,
      updated_at = ${now}
    where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx)
}

export interface DeadPhone {
  userId: string
  id: string
  name: string
  waId: string | null
  since: Date
  fallback: unknown
  /** Why the last email to it failed. */
  reason: string | null
  timeZone: string
}

/** Phones that nothing reaches, and of which their owner has not heard: once for each time, and at most once a day. */
export async function takeDeadPhones(tx: Tx, now: Date, toldBefore: Date, limit: number): Promise<DeadPhone[]> {
  const { rows } = await sql<DeadPhone>`
    update destinations p set unreachable_notified_at = ${now}
    from (
      select user_id, id from destinations
      where state = 'unreachable' and unreachable_since is not null
        and (unreachable_notified_at is null or (unreachable_notified_at < unreachable_since and unreachable_notified_at <= ${toldBefore}))
      order by user_id, id limit ${limit} for update skip locked
    ) due
    left join settings s on s.user_id = due.user_id
    where p.user_id = due.user_id and p.id = due.id
    returning p.user_id as "userId", p.id, p.name, p.wa_id as "waId", p.unreachable_since as since, p.fallback, (
      select d.reason from deliveries d
      where d.user_id = p.user_id and d.destination_id = p.id and d.state = ${state('failed')} order by d.seq desc limit 1
    ) as reason, coalesce(s.time_zone, 'UTC') as "timeZone"`.execute(tx)
  return rows
}

// SQL across users for emails that phones did not receive, and for unreachable phones to notify about.

import { sql } from 'kysely'
import { transientRetry } from '../../../core/delivery/replan.ts'
import { unconfirmedStates, waitingStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
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
  /** What WhatsApp accepted before this time and no phone has confirmed is overdue. */
  overdueBefore: Date
  /** What failed before this time stays as it is. */
  failedSince: Date
}

/**
 * Locks the emails to handle, user by user: overdue ones and those whose announcement is overdue, once each; due ones held for an
 * unreachable phone; and recently failed ones, until their fallback was used.
 */
export async function takeUndelivered(
  tx: Tx,
  { now, overdueBefore, failedSince }: UndeliveredQuery,
  limit: number,
): Promise<UndeliveredRow[]> {
  const { rows } = await sql<UndeliveredRow>`
    with found as (
      select user_id, id from deliveries
      where kind = 'mail' and state in ${stateList(unconfirmedStates)} and accepted_at <= ${overdueBefore} and overdue_at is null
      union all
      select f.user_id, f.id from deliveries a
      join deliveries f on f.user_id = a.user_id and f.destination_id = a.destination_id and f.announced_by = a.id and f.state = ${state('held')}
        and f.reason = 'announced'
      where a.kind = 'announcement' and a.state in ${stateList(unconfirmedStates)} and a.accepted_at <= ${overdueBefore} and f.overdue_at is null
      union all
      select f.user_id, f.id from destinations p
      join deliveries f on f.user_id = p.user_id and f.destination_id = p.id and f.state in ${stateList(waitingStates)}
      where p.state = 'unreachable' and p.fallback is not null and f.kind = 'mail' and f.digest_id is null and f.fell_back_to is null
        and (f.wait_until is null or f.wait_until <= ${now})
      union all
      select f.user_id, f.id from deliveries f
      join destinations p on p.user_id = f.user_id and p.id = f.destination_id
      where f.kind = 'mail' and f.state = ${state('failed')} and f.fell_back_to is null and f.updated_at > ${failedSince}
        and case when (f.reason = 'window_closed' or f.reason like 'late:%') and f.attempts <
            case when p.fallback is null then ${transientRetry.maxTries}::int else ${transientRetry.triesBeforeFallback}::int end
          then f.updated_at <= ${now}::timestamptz - least(f.attempts * ${transientRetry.waitMs}, ${transientRetry.longestMs}) * interval '1 ms' else p.fallback is not null end
    )
    select d.*, coalesce(d.resent_at, d.created_at) as since, p.fallback, coalesce(p.name, '') as destination_name,
      p.state as destination_state
    from deliveries d left join destinations p on p.user_id = d.user_id and p.id = d.destination_id
    where (d.user_id, d.id) in (select user_id, id from found)
    order by d.user_id, d.seq limit ${limit} for update of d skip locked`.execute(tx)
  return rows
}

/** `fallback`: null if none was used and the email is only late. */
export async function markUndelivered(
  tx: Tx,
  userId: string,
  ids: string[],
  fallback: 'destination' | 'mail' | 'nowhere' | null,
  now: Date,
) {
  await sql`
    update deliveries set fell_back_to = coalesce(fell_back_to, ${fallback}),
      overdue_at = case when state in ${stateList(unconfirmedStates)} or reason = 'announced' then coalesce(overdue_at, ${now}) end,
      updated_at = ${now}
    where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx)
}

export interface UnreachablePhone {
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

/** Unreachable phones whose owner has not been notified: once per outage, and at most once a day. */
export async function takeUnreachablePhones(tx: Tx, now: Date, notifiedBefore: Date, limit: number): Promise<UnreachablePhone[]> {
  const { rows } = await sql<UnreachablePhone>`
    update destinations p set unreachable_notified_at = ${now}
    from (
      select user_id, id from destinations
      where state = 'unreachable' and unreachable_since is not null
        and (unreachable_notified_at is null or (unreachable_notified_at < unreachable_since and unreachable_notified_at <= ${notifiedBefore}))
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

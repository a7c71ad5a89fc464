// SQL for claiming: locks due lanes and reads what is waiting in them, without ever waiting for a lock.

import { type RawBuilder, sql } from 'kysely'
import type { State } from '../../../core/delivery/states.ts'
import { acceptedStates, claimableStates } from '../../../core/delivery/states.ts'
import { outcome, state, stateList } from '../../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { isNews, mayBeNamed } from '../bundle-queue.ts'
import { type DeliveryKind, openSince } from '../queue.ts'

export interface DueLane {
  user_id: string
  destination_id: string
  tokens: number
  refilled_at: Date
  blocked_until: Date | null
  claimed_until: Date | null
}

/** What a lane's next step depends on besides its deliveries. */
export interface PhoneRow {
  user_id: string
  destination_id: string
  /** Null, like the other columns of the phone, if it was removed. */
  destination_state: 'pending' | 'linked' | 'stopped' | 'unreachable' | null
  last_inbound_at: Date | null
  phone_paused_until: Date | null
  wa_id: string | null
  wa_user_id: string | null
  /** Of our own number. */
  paused_until: Date | null
  pause_reason: string | null
  /** Something failed because of WhatsApp itself, and nothing has got through since. */
  is_in_trouble: boolean
  next_wait_at: Date | null
  ordinary_from: Date | null
  urgent_from: Date | null
  announced_at: Date | null
  announced_state: State | null
}

/** `slot`: its field in the lane snapshot. `tries` counts since it was last held. */
export interface WaitingRow {
  user_id: string
  destination_id: string
  slot: 'sending' | 'announcement' | 'urgent' | 'shown' | 'ordinary'
  id: string
  seq: string
  kind: DeliveryKind
  message_id: string | null
  filter_id: string | null
  state: Extract<State, 'held' | 'queued' | 'sending' | 'unknown'>
  reason: string | null
  urgent: boolean
  for_digest: boolean
  due_at: Date | null
  attempts: number
  since: Date
  tries: number
}

// Enough to find out when the oldest of a large backlog arrived.
const maxInspected = 200

/** How many deliveries wait in due lanes, at most `run` of each of `lanes`. */
export async function countDue(db: Db, now: Date, { lanes, run }: { lanes: number; run: number }): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select coalesce(sum(greatest(1, waiting.n)), 0)::int as due
    from (
      select user_id, destination_id from lanes
      where next_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) order by next_at limit ${lanes}
    ) l
    cross join lateral (
      select count(*) as n from (
        select 1 from deliveries
        where user_id = l.user_id and destination_id = l.destination_id and digest_id is null and ${isWaiting} limit ${run}) first
    ) waiting`.execute(db)
  return rows[0]?.due ?? 0
}

export async function takeDueLanes(tx: Tx, now: Date, limit: number): Promise<DueLane[]> {
  const { rows } = await sql<DueLane>`
    select user_id, destination_id, tokens, refilled_at, blocked_until, claimed_until from lanes
    where next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
    order by next_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** A separate statement after the lanes are locked, so that it sees everything queued before. */
export async function readPhones(tx: Tx, lanes: DueLane[], numberId: string, now: Date): Promise<PhoneRow[]> {
  const { rows } = await sql<PhoneRow>`
    select l.user_id, l.destination_id, d.state as destination_state, d.last_inbound_at,
      greatest(d.paused_until, d.suspended_until) as phone_paused_until, d.wa_id, d.wa_user_id,
      m.paused_until, m.pause_reason, m.trouble_since is not null as is_in_trouble, w.next_wait_at, o.ordinary_from, u.urgent_from, a.announced_at, a.announced_state
    from (${laneKeys(lanes)}) l
    left join destinations d on d.user_id = l.user_id and d.id = l.destination_id
    left join messenger_numbers m on m.number_id = ${numberId}
    left join lateral (
      select least(min(wait_until), (
        select min(due_at) from deliveries
        where user_id = l.user_id and destination_id = l.destination_id and state = ${state('unknown')} and due_at > ${now} and digest_id is null
      )) as next_wait_at from deliveries
      where user_id = l.user_id and destination_id = l.destination_id and state = ${state('held')} and wait_until > ${now} and digest_id is null
    ) w on true
    left join lateral (
      select min(waiting_since) as ordinary_from from (
        select ${waitingSince} as waiting_since from deliveries where ${isUnannounced(now)} and not urgent and ${isClosed(now)} order by seq limit ${maxInspected}
      ) first
    ) o on true
    left join lateral (select min(${waitingSince}) as urgent_from from deliveries where ${isUnannounced(now)} and urgent and ${isClosed(now)}) u on true
    left join lateral (
      select a.state as announced_state,
        case when a.state = ${state('failed')} then coalesce(a.failed_at, a.updated_at) else coalesce(a.accepted_at, a.updated_at) end as announced_at
      from deliveries a
      where a.user_id = l.user_id and a.destination_id = l.destination_id and a.kind = 'announcement'
        and a.created_at > coalesce(d.last_inbound_at, to_timestamp(0)) and (a.state = ${state('failed')}
          or (a.state in ${stateList(acceptedStates)} and exists (
            -- When WhatsApp says that the window is closed after all, last_inbound_at is cleared; waiting emails show which announcement is current.
            select 1 from deliveries n where n.user_id = a.user_id and n.announced_by = a.id and n.state = ${state('held')} and n.reason = 'announced')))
      order by a.created_at desc limit 1
    ) a on true`.execute(tx)
  return rows
}

/** The first of each kind; of ordinary emails, and of those whose sender is gone, the first `limit`. Urgent emails do not hold each other up, so due ones come first. */
export async function readWaiting(tx: Tx, lanes: DueLane[], limit: number, now: Date): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select l.user_id, l.destination_id, h.*, coalesce(t.tries, 0) as tries
    from (${laneKeys(lanes)}) l
    cross join lateral (
      (${slot('sending', sql`state = ${state('sending')} and l.was_claimed`)} order by seq limit ${limit})
      union all (${slot('announcement', sql`${isWaiting} and (urgent or kind <> 'mail') and kind = 'announcement'`)} order by seq limit 1)
      union all (${slot('urgent', sql`${isWaiting} and urgent and kind = 'mail'`)} order by coalesce(due_at > ${now}, false), seq limit 1)
      union all (${slot('shown', sql`${isWaiting} and (urgent or kind <> 'mail') and kind in ('shown', 'attachment') and ${isDue(now)}`)} order by seq limit 1)
      union all (${slot('ordinary', sql`${isWaiting} and not urgent and kind in ('mail', 'digest') and ${isDue(now)}`)} order by seq limit ${limit})
    ) h
    left join lateral (
      select count(*)::int as tries from attempts a
      where h.attempts > 0 and a.user_id = l.user_id and a.delivery_id = h.id and a.started_at >= h.since
        and a.n > coalesce((select max(n) from attempts where user_id = l.user_id and delivery_id = h.id and outcome = ${outcome('held')}), 0)
    ) t on true`.execute(tx)
  return rows
}

// A scheduled email counts as waiting from its scheduled time.
const waitingSince = sql<Date>`greatest(coalesce(resent_at, created_at), wait_until)`

const laneKeys = (lanes: DueLane[]): RawBuilder<unknown> => {
  const keys = lanes.map(l => ({ user_id: l.user_id, destination_id: l.destination_id, was_claimed: l.claimed_until !== null }))
  return sql`select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (user_id uuid, destination_id uuid, was_claimed boolean)`
}

const slot = (name: WaitingRow['slot'], condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${sql.lit(name)} as slot, id, seq, kind, message_id, filter_id, state, reason, urgent, for_digest, due_at, attempts,
    ${waitingSince} as since
  from deliveries where user_id = l.user_id and destination_id = l.destination_id and digest_id is null and ${condition}`

const isWaiting = sql`state in ${stateList(claimableStates)}`
const isDue = (now: Date): RawBuilder<unknown> => sql`(wait_until is null or wait_until <= ${now})`
const isClosed = (now: Date): RawBuilder<unknown> => sql`coalesce(d.last_inbound_at <= ${openSince(now)}, true)`
const isUnannounced = (now: Date): RawBuilder<unknown> => sql`
  user_id = l.user_id and destination_id = l.destination_id and ${mayBeNamed(now)} and ${isNews} and digest_id is null
  and coalesce(reason not in ('announced', 'no_template'), true) and ${isDue(now)}`

/** The ids of the rows that nobody else is writing and that have not changed since they were read. */
export async function lockWaiting(tx: Tx, rows: WaitingRow[]): Promise<Set<string>> {
  const keys = JSON.stringify(rows.map(h => ({ user_id: h.user_id, id: h.id, state: h.state, attempts: h.attempts })))
  const { rows: locked } = await sql<{ id: string }>`
    select d.id from deliveries d
    join jsonb_to_recordset(${keys}::jsonb) as h (user_id uuid, id uuid, state text, attempts int)
      on h.user_id = d.user_id and h.id = d.id and h.state = d.state and h.attempts = d.attempts
    for update of d skip locked`.execute(tx)
  return new Set(locked.map(r => r.id))
}

/** True for the one caller that may try the number now that its pause (until `pausedUntil`) is over. */
export async function takeProbe(tx: Tx, numberId: string, pausedUntil: Date, nextUntil: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('messenger_numbers')
    .set({ paused_until: nextUntil })
    .where('number_id', '=', numberId)
    .where('paused_until', '=', pausedUntil)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

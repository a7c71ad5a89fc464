// The SQL of claiming: takes lanes that are due, reads their heads, writes what each lane does now. It never waits for a lock.
import { type RawBuilder, sql } from 'kysely'
import type { State } from '../../../core/delivery/states.ts'
import type { Tx } from '../../db/pool.ts'
import type { DeliveryKind } from '../queue.ts'

export interface DueLane {
  user_id: string
  destination_id: string
  tokens: number
  refilled_at: Date
  blocked_until: Date | null
  claimed_until: Date | null
}

export interface HeadRow {
  user_id: string
  destination_id: string
  /** Null with all others of the delivery when nothing waits. */
  id: string | null
  kind: DeliveryKind
  message_id: string | null
  filter_id: string | null
  state: Extract<State, 'held' | 'queued' | 'sending' | 'unknown'>
  due_at: Date | null
  attempts: number
  since: Date
  tries: number
  destination_state: 'pending' | 'linked' | 'stopped' | 'unreachable' | null
  last_inbound_at: Date | null
  wa_id: string | null
  wa_user_id: string | null
  paused_until: Date | null
  pause_reason: string | null
}

export type WaitingHead = HeadRow & { id: string }

/** What is written of one lane and its head; what is null of the head stays as it is. */
export interface TurnRow {
  user_id: string
  destination_id: string
  next_at: Date | null
  id: string | null
  state: State | null
  reason: string | null
  attempt: number | null
  tokens: number | null
  refilled_at: Date | null
  claimed_until: Date | null
  hold_all: boolean
}

export async function takeDueLanes(tx: Tx, now: Date, limit: number): Promise<DueLane[]> {
  const { rows } = await sql<DueLane>`
    select user_id, destination_id, tokens, refilled_at, blocked_until, claimed_until from lanes
    where next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
    order by next_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** A statement of its own after the lanes are locked, so that it sees all that was put into them before. */
export async function readHeads(tx: Tx, lanes: DueLane[], numberId: string): Promise<HeadRow[]> {
  const keys = JSON.stringify(lanes.map(l => ({ user_id: l.user_id, destination_id: l.destination_id })))
  const { rows } = await sql<HeadRow>`
    select l.user_id, l.destination_id, h.id, h.kind, h.message_id, h.filter_id, h.state, h.due_at, h.attempts,
      coalesce(h.resent_at, h.created_at) as since, t.tries, d.state as destination_state, d.last_inbound_at, d.wa_id, d.wa_user_id,
      m.paused_until, m.pause_reason
    from jsonb_to_recordset(${keys}::jsonb) as l (user_id uuid, destination_id uuid)
    left join destinations d on d.user_id = l.user_id and d.id = l.destination_id
    left join messenger_numbers m on m.number_id = ${numberId}
    left join lateral (
      select * from deliveries
      where user_id = l.user_id and destination_id = l.destination_id and state in ('held', 'queued', 'sending', 'unknown')
        and reason is distinct from 'allowance_used'
      order by seq limit 1
    ) h on true
    left join lateral (
      select count(*)::int as tries from attempts a
      where a.user_id = h.user_id and a.delivery_id = h.id and a.started_at >= coalesce(h.resent_at, h.created_at)
        and a.n > coalesce((select max(n) from attempts where user_id = h.user_id and delivery_id = h.id and outcome = 'held'), 0)
    ) t on true`.execute(tx)
  return rows
}

/** The ids of the heads that nobody else is writing and that are still as they were read. */
export async function lockHeads(tx: Tx, heads: HeadRow[]): Promise<Set<string>> {
  const keys = JSON.stringify(heads.flatMap(h => (h.id ? [{ user_id: h.user_id, id: h.id, state: h.state, attempts: h.attempts }] : [])))
  const { rows } = await sql<{ id: string }>`
    select d.id from deliveries d
    join jsonb_to_recordset(${keys}::jsonb) as h (user_id uuid, id uuid, state text, attempts int)
      on h.user_id = d.user_id and h.id = d.id and h.state = d.state and h.attempts = d.attempts
    for update of d skip locked`.execute(tx)
  return new Set(rows.map(r => r.id))
}

/** True for the one caller that may try a number whose pause, until `pausedUntil`, is over. */
export async function takeProbe(tx: Tx, numberId: string, pausedUntil: Date, nextUntil: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('messenger_numbers')
    .set({ paused_until: nextUntil })
    .where('number_id', '=', numberId)
    .where('paused_until', '=', pausedUntil)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export async function writeTurns(tx: Tx, host: string, turns: TurnRow[], now: Date): Promise<void> {
  await sql`
    with turn as (${turnRows(turns)}),
    attempt as (
      insert into attempts (user_id, delivery_id, n, started_at)
      select user_id, id, attempt, ${now}::timestamptz from turn where attempt is not null
    ),
    delivery as (
      update deliveries d set state = t.state, reason = t.reason, due_at = null, attempts = coalesce(t.attempt, d.attempts), updated_at = ${now}
      from turn t where d.user_id = t.user_id and d.id = t.id and t.state is not null
    )
    update lanes l set next_at = t.next_at, tokens = coalesce(t.tokens, l.tokens), refilled_at = coalesce(t.refilled_at, l.refilled_at),
      claimed_until = t.claimed_until, claimed_by = case when t.claimed_until is not null then ${host} end
    from turn t where l.user_id = t.user_id and l.destination_id = t.destination_id`.execute(tx)
}

/** What waits behind a held head is held for the same reason, so that its owner sees it. */
export async function holdFollowers(tx: Tx, turns: TurnRow[], now: Date): Promise<void> {
  await sql`
    with turn as (${turnRows(turns)})
    update deliveries d set state = 'held', reason = b.hold_reason, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id, t.reason as hold_reason from turn t
      join deliveries f on f.user_id = t.user_id and f.destination_id = t.destination_id and f.state = 'queued'
      where t.hold_all for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

const turnRows = (turns: TurnRow[]): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb)
    as t (user_id uuid, destination_id uuid, next_at timestamptz, id uuid, state text, reason text, attempt int,
      tokens float8, refilled_at timestamptz, claimed_until timestamptz, hold_all boolean)`

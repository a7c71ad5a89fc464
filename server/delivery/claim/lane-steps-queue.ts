// SQL that writes a lane's next step: attempts before they are sent, and why a delivery is held.

import { type RawBuilder, sql } from 'kysely'
import { waitingStates } from '../../../core/delivery/states.ts'
import { oneOf, state } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'

/** What is written of one lane, and of the delivery that leaves it; what is null of the lane's pace stays as it is. */
export interface LaneStep {
  user_id: string
  destination_id: string
  next_at: Date | null
  /** Null where nothing leaves. */
  id: string | null
  attempt: number | null
  tokens: number | null
  refilled_at: Date | null
  claimed_until: Date | null
  /** Why all that waits is held from now on. */
  hold_reason: string | null
  /** What was held may leave in its turn. */
  frees: boolean
}

export async function writeLaneSteps(tx: Tx, host: string, turns: LaneStep[], now: Date): Promise<void> {
  await sql`
    with turn as (${turnRows(turns)}),
    attempt as (
      insert into attempts (user_id, delivery_id, n, started_at)
      select user_id, id, attempt, ${now}::timestamptz from turn where attempt is not null
    ),
    delivery as (
      update deliveries d set state = ${state('sending')}, reason = null, due_at = null, attempts = t.attempt, updated_at = ${now}
      from turn t where d.user_id = t.user_id and d.id = t.id
    )
    update lanes l set next_at = t.next_at, tokens = coalesce(t.tokens, l.tokens), refilled_at = coalesce(t.refilled_at, l.refilled_at),
      claimed_until = t.claimed_until, claimed_by = case when t.claimed_until is not null then ${host} end
    from turn t where l.user_id = t.user_id and l.destination_id = t.destination_id`.execute(tx)
}

/** All that waits in a lane which cannot go on is held for its reason, so that its owner sees it. What was announced stays so. */
export async function holdLanes(tx: Tx, turns: LaneStep[], now: Date): Promise<void> {
  await sql`
    with turn as (${turnRows(turns.filter(t => t.hold_reason !== null))})
    update deliveries d set state = ${state('held')}, reason = b.hold_reason, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id, t.hold_reason from turn t
      join deliveries f on f.user_id = t.user_id and f.destination_id = t.destination_id
      where f.digest_id is null and f.kind <> 'announcement' and (f.state in ${oneOf(waitingStates)} or (f.state = ${state('unknown')} and f.due_at <= ${now}))
        and (f.state <> ${state('held')} or f.reason is distinct from t.hold_reason)
        and coalesce(f.reason not in ('allowance_used', 'announced', 'no_template'), true) and (f.wait_until is null or f.wait_until <= ${now})
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

/** What was held in a lane that goes on is no longer. */
export async function freeLanes(tx: Tx, turns: LaneStep[], now: Date): Promise<void> {
  await sql`
    with turn as (${turnRows(turns.filter(t => t.frees))})
    update deliveries d set state = ${state('queued')}, reason = null, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id from turn t
      join deliveries f on f.user_id = t.user_id and f.destination_id = t.destination_id
      where f.digest_id is null and f.kind <> 'announcement' and f.state = ${state('held')} and f.id is distinct from t.id
        and f.reason is distinct from 'allowance_used'
        and (f.wait_until is null or f.wait_until <= ${now})
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

const turnRows = (turns: LaneStep[]): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb)
    as t (user_id uuid, destination_id uuid, next_at timestamptz, id uuid, attempt int, tokens float8, refilled_at timestamptz,
      claimed_until timestamptz, hold_reason text, frees boolean)`

// SQL that writes a lane's next step: attempts before they are sent, and why a delivery is held.

import { type RawBuilder, sql } from 'kysely'
import { waitingStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'

/** The changes of one lane and of the deliveries it sends; null values leave the lane's pace as it is. */
export interface LaneStep {
  user_id: string
  destination_id: string
  next_at: Date | null
  /** In order. Empty if nothing is sent. */
  sends: { id: string; attempt: number }[]
  tokens: number | null
  refilled_at: Date | null
  claimed_until: Date | null
  /** Why everything that waits is held from now on. */
  hold_reason: string | null
  /** Held deliveries may be sent again. */
  releases_held: boolean
}

export async function writeLaneSteps(tx: Tx, host: string, steps: LaneStep[], now: Date): Promise<void> {
  if (steps.length === 0) return
  const sends = steps.flatMap(({ user_id, sends: sent }) => sent.map(one => ({ user_id, ...one })))
  await sql`
    with step as (${stepRows(steps)}),
    sent as (select * from jsonb_to_recordset(${JSON.stringify(sends)}::jsonb) as s (user_id uuid, id uuid, attempt int)),
    attempt as (
      insert into attempts (user_id, delivery_id, n, started_at) select user_id, id, attempt, ${now}::timestamptz from sent
    ),
    delivery as (
      update deliveries d set state = ${state('sending')}, reason = null, due_at = null, attempts = s.attempt, updated_at = ${now}
      from sent s where d.user_id = s.user_id and d.id = s.id
    )
    update lanes l set next_at = t.next_at, tokens = coalesce(t.tokens, l.tokens), refilled_at = coalesce(t.refilled_at, l.refilled_at),
      claimed_until = t.claimed_until, claimed_by = case when t.claimed_until is not null then ${host} end
    from step t where l.user_id = t.user_id and l.destination_id = t.destination_id`.execute(tx)
  if (steps.some(step => step.hold_reason !== null)) await holdLanes(tx, steps, now)
  if (steps.some(step => step.releases_held)) await releaseLanes(tx, steps, now)
}

/** Holds everything that waits in a blocked lane, with the reason, so that its owner sees it. Announced emails stay announced. */
async function holdLanes(tx: Tx, steps: LaneStep[], now: Date): Promise<void> {
  await sql`
    with step as (${stepRows(steps.filter(t => t.hold_reason !== null))})
    update deliveries d set state = ${state('held')}, reason = b.hold_reason, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id, t.hold_reason from step t
      join deliveries f on f.user_id = t.user_id and f.destination_id = t.destination_id
      where f.digest_id is null and f.kind <> 'announcement' and (f.state in ${stateList(waitingStates)} or (f.state = ${state('unknown')} and f.due_at <= ${now}))
        and (f.state <> ${state('held')} or f.reason is distinct from t.hold_reason)
        and coalesce(f.reason not in ('announced', 'no_template'), true) and (f.wait_until is null or f.wait_until <= ${now})
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

/** Releases held deliveries in lanes that can send again. */
async function releaseLanes(tx: Tx, steps: LaneStep[], now: Date): Promise<void> {
  await sql`
    with step as (${stepRows(steps.filter(t => t.releases_held))})
    update deliveries d set state = ${state('queued')}, reason = null, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id from step t
      join deliveries f on f.user_id = t.user_id and f.destination_id = t.destination_id
      where f.digest_id is null and f.kind <> 'announcement' and f.state = ${state('held')}
        and (f.wait_until is null or f.wait_until <= ${now})
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id`.execute(tx)
}

const stepRows = (steps: LaneStep[]): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
    as t (user_id uuid, destination_id uuid, next_at timestamptz, tokens float8, refilled_at timestamptz,
      claimed_until timestamptz, hold_reason text, releases_held boolean)`

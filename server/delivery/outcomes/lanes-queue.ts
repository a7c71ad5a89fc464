// SQL for lanes after attempts: releases claims, and sets when each lane is due next.

import { sql } from 'kysely'
import { openStates } from '../../../core/delivery/states.ts'
import { state, stateList } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'

/** What the end of an attempt means for its lane. `lease`: the claim to release; without one, a claimed lane keeps its next time. */
export interface LaneEnd {
  nextAt: Date
  lease: { host: string; until: Date } | null
  blockedUntil: Date | null
  /** Tokens of emails that were not sent after all. */
  unusedTokens?: number
}

interface LaneRow {
  user_id: string
  destination_id: string
  next_at: Date
  host: string | null
  lease_until: Date | null
  blocked_until: Date | null
  unused_tokens: number
}

/** Combines the lane changes of deliveries into one row per lane. */
export function mergeLaneRows(changes: { row: { user_id: string; destination_id: string }; lane: LaneEnd | null }[]): LaneRow[] {
  const rows = new Map<string, LaneRow>()
  for (const { row, lane } of changes) {
    if (!lane) continue
    const key = `${row.user_id} ${row.destination_id}`
    const existing = rows.get(key)
    rows.set(key, {
      user_id: row.user_id,
      destination_id: row.destination_id,
      next_at: existing && existing.next_at < lane.nextAt ? existing.next_at : lane.nextAt,
      host: lane.lease?.host ?? existing?.host ?? null,
      lease_until: lane.lease?.until ?? existing?.lease_until ?? null,
      blocked_until: lane.blockedUntil ?? existing?.blocked_until ?? null,
      unused_tokens: (existing?.unused_tokens ?? 0) + (lane.unusedTokens ?? 0),
    })
  }
  return [...rows.values()]
}

export async function lockLanes(tx: Tx, lanes: LaneRow[]): Promise<void> {
  await sql`
    select 1 from lanes l join jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) as k (user_id uuid, destination_id uuid)
      on k.user_id = l.user_id and k.destination_id = l.destination_id
    order by l.user_id, l.destination_id for update of l`.execute(tx)
}

/** Sets when each lane is due next: never later than anything in it may be sent. Releases our own claims. */
export async function writeLanes(tx: Tx, lanes: LaneRow[], now: Date): Promise<void> {
  await sql`
    with k as (
      select k.*, coalesce(l.claimed_by = k.host and l.claimed_until = k.lease_until, false) as is_ours, exists (
          select 1 from deliveries d
          where d.user_id = k.user_id and d.destination_id = k.destination_id and d.state in ${stateList(openStates)} and d.digest_id is null
        ) as has_more, (
          select bool_or(d.urgent) from deliveries d
          where d.user_id = k.user_id and d.destination_id = k.destination_id and d.state in ${stateList(openStates)}
            and (d.urgent or d.kind <> 'mail') and d.kind <> 'digest'
        ) as has_urgent, (
          select min(d.wait_until) from deliveries d
          where d.user_id = k.user_id and d.destination_id = k.destination_id and d.state = ${state('held')} and d.wait_until is not null
            and d.digest_id is null
        ) as next_wait_at
      from jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb)
        as k (user_id uuid, destination_id uuid, next_at timestamptz, host text, lease_until timestamptz, blocked_until timestamptz, unused_tokens int)
      join lanes l on l.user_id = k.user_id and l.destination_id = k.destination_id
    )
    update lanes l set
      next_at = case
        when l.claimed_until > ${now} and not k.is_ours then l.next_at
        when not k.has_more then null
        -- Not null: something waits that ordinary email does not hold up.
        when k.has_urgent is not null then case when k.has_urgent then to_timestamp(0) else ${now} end
        else least(k.next_at, k.next_wait_at) end,
      claimed_by = case when k.is_ours then null else l.claimed_by end,
      claimed_until = case when k.is_ours then null else l.claimed_until end,
      blocked_until = coalesce(k.blocked_until, l.blocked_until),
      tokens = l.tokens + case when k.is_ours then k.unused_tokens else 0 end
    from k where l.user_id = k.user_id and l.destination_id = k.destination_id`.execute(tx)
}

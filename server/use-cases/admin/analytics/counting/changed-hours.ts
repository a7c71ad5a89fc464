// Finds counted hours that must be counted again because of later changes, such as a late delivery report.
import { sql } from 'kysely'
import type { HourSpan } from '../../../../analytics/rollups-owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'

/** Hours before `countedUntil` with events of deliveries and decisions that changed in `window`; oldest first. */
export async function findChangedHours(db: Db, window: HourSpan, countedUntil: Date): Promise<Date[]> {
  const { from, to } = window
  const { rows } = await sql<{ at: Date }>`
    with changed as (
      select user_id, id, created_at, accepted_at, delivered_at, read_at, failed_at from deliveries where updated_at >= ${from} and updated_at < ${to}
    ),
    times as (
      select t.at from changed c
        cross join lateral (values (c.created_at), (c.accepted_at), (c.delivered_at), (c.read_at), (c.failed_at)) as t (at)
      union all
      select a.dispatched_at from changed c join attempts a on a.user_id = c.user_id and a.delivery_id = c.id
      union all
      select m.arrived_at from decisions d join messages m on m.user_id = d.user_id and m.id = d.message_id
        where d.at >= ${from} and d.at < ${to}
    )
    select distinct date_trunc('hour', at, 'UTC') as at from times where at < ${countedUntil} order by 1`.execute(db)
  return rows.map(row => row.at)
}

const hourMs = 3_600_000
const dayMs = 86_400_000

/** Joins neighboring hours, but never across midnight UTC. */
export function joinHours(hours: readonly Date[]): HourSpan[] {
  const spans: HourSpan[] = []
  for (const hour of hours) {
    const last = spans.at(-1)
    const end = new Date(hour.getTime() + hourMs)
    if (last && last.to.getTime() === hour.getTime() && hour.getTime() % dayMs !== 0) last.to = end
    else spans.push({ from: hour, to: end })
  }
  return spans
}

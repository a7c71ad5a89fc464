// Counts what happened in a span of hours: emails, decisions, deliveries, and messages to WhatsApp.
import { type RawBuilder, sql } from 'kysely'
import type { CountRow, EventMetric } from '../../../../../core/analytics/metrics.ts'
import type { HourSpan } from '../../../../analytics/rollups-owners.ts'
import { outcome, state } from '../../../../foundation/db/delivery-states.ts'
import type { Db } from '../../../../foundation/db/pool.ts'

interface EventCount {
  at: Date
  label: string
  count: number
}

/** Emails only: digests, announcements and files are ways to send them. */
export async function countEvents(db: Db, span: HourSpan): Promise<CountRow[]> {
  const found: CountRow[] = []
  for (const [metric, query] of Object.entries(eventQueries) as [EventMetric, (span: HourSpan) => RawBuilder<EventCount>][]) {
    const { rows } = await query(span).execute(db)
    found.push(...rows.map(row => ({ ...row, metric })))
  }
  return found
}

const hourOf = (time: RawBuilder<unknown>) => sql<Date>`date_trunc('hour', ${time}, 'UTC')`
const within = (time: RawBuilder<unknown>, { from, to }: HourSpan) => sql<boolean>`${time} >= ${from} and ${time} < ${to}`

const eventQueries: Record<EventMetric, (span: HourSpan) => RawBuilder<EventCount>> = {
  arrived: span => sql`
    select ${hourOf(sql`arrived_at`)} as at, '' as label, count(*)::int as count from messages
    where ${within(sql`arrived_at`, span)} group by 1`,
  decided: span => sql`
    select ${hourOf(sql`at`)} as at, decision as label, count(*)::int as count from decisions
    where ${within(sql`at`, span)} group by 1, 2`,
  accepted: span => reached(sql`accepted_at`, span),
  delivered: span => reached(sql`delivered_at`, span),
  read: span => reached(sql`read_at`, span),
  failed: span => ended(state('failed'), span),
  cancelled: span => ended(state('cancelled'), span),
  expired: span => ended(state('expired'), span),
  messages_sent: span => sql`
    select ${hourOf(sql`dispatched_at`)} as at, count(*)::int as count,
      concat(coalesce(price_category, 'unreported'), ':', case is_billed when true then 'billed' when false then 'free' else 'unreported' end) as label
    from attempts
    where ${within(sql`dispatched_at`, span)} and (outcome = ${outcome('sent')} or price_category is not null) group by 1, 3`,
}

const reached = (time: RawBuilder<unknown>, span: HourSpan): RawBuilder<EventCount> => sql`
  select ${hourOf(time)} as at, '' as label, count(*)::int as count from deliveries
  where kind = 'mail' and ${within(time, span)} group by 1`

// A delivery that ends without a report from WhatsApp has no lasting end time, so it counts in the hour when it was queued.
const ended = (name: RawBuilder<unknown>, span: HourSpan): RawBuilder<EventCount> => sql`
  select ${hourOf(sql`coalesce(failed_at, created_at)`)} as at, coalesce(reason, '') as label, count(*)::int as count from deliveries
  where kind = 'mail' and state = ${name}
    and ((${within(sql`failed_at`, span)}) or (failed_at is null and ${within(sql`created_at`, span)})) group by 1, 2`

// Reads how many messages have which state: what was counted, and the rest from the messages themselves.
import { type RawBuilder, sql } from 'kysely'
import { hourMs } from '../../../../core/delivery/schedule.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { countFromMessages, isUnreturned } from './from-messages.ts'
import { openHours, readCountProgress } from './open-hours.ts'

export interface PeriodCounts {
  mailboxId: string
  /** Of 24 hours from `since`, by number; an hour in two of them is in the one where it begins. */
  period: number
  forwarded: number
  underWay: number
  held: number
  failed: number
  byEmail: number
  notMatched: number
  suppressed: number
}

interface CountedSlice {
  since: Date
  days: number
  mailboxId?: string | undefined
}

/** Exact at the time of the statement, however long ago the last count was. */
export async function readPeriodCounts(db: Db, userId: string, { since, days, mailboxId }: CountedSlice): Promise<PeriodCounts[]> {
  const progress = await readCountProgress(db, userId)
  // The hour of `since` is in it only in part.
  const from = new Date(Math.ceil(since.getTime() / hourMs) * hourMs)
  const until = new Date(Math.max(from.getTime(), progress?.countedUntil.getTime() ?? 0))
  const ofMailbox = mailboxId === undefined ? sql`true` : sql`mailbox_id = ${mailboxId}`
  const period = sql`greatest(0, least(${days - 1}::int, extract(epoch from begins_at - ${since}::timestamptz)::int / 86400))`
  // Each part is added up by itself, because PostgreSQL knows how many rows the counted one has.
  const addedUp = (counts: RawBuilder<unknown>) => sql`
    select mailbox_id, date_bin('24 hours', hour, ${since}::timestamptz) as begins_at, sum(forwarded)::int as forwarded,
      sum(under_way)::int as under_way, sum(held)::int as held, sum(failed)::int as failed, sum(by_email)::int as by_email,
      sum(not_matched)::int as not_matched, sum(suppressed)::int as suppressed
    from ${counts} group by 1, 2`
  const openSpans = sql`(
    select ${since}::timestamptz as starts_at, ${from}::timestamptz as ends_at
    union all select ${until}::timestamptz, 'infinity'::timestamptz
    union all select hour, hour + interval '1 hour' from open_hours)`
  const countedSpan = sql`(select ${from}::timestamptz as starts_at, ${until}::timestamptz as ends_at)`
  const isCounted = sql`hour not in (select hour from open_hours)`
  const { rows } = await sql<PeriodCounts>`
    with open_hours as materialized (
      select hour from ${progress ? openHours(userId, progress) : sql`(select null::timestamptz as hour)`} o where hour >= ${from}),
    parts as (
      ${addedUp(sql`message_counts where user_id = ${userId} and hour >= ${from} and hour < ${until} and ${ofMailbox} and ${isCounted}`)}
      union all ${addedUp(sql`(${countFromMessages(userId, openSpans, { mailboxId })}) live`)}
      union all ${addedUp(sql`(${countFromMessages(userId, countedSpan, { mailboxId, where: isUnreturned })}) unreturned where ${isCounted}`)})
    select mailbox_id as "mailboxId", ${period} as period, forwarded, under_way as "underWay", held, failed, by_email as "byEmail",
      not_matched as "notMatched", suppressed
    from parts`.execute(db)
  return rows
}

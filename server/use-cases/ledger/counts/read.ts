// Reads how many messages have which state: what was counted, and the rest from the messages themselves.
import { sql } from 'kysely'
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
  const period = sql`greatest(0, least(${days - 1}::int, floor(extract(epoch from hour - ${since}::timestamptz) / 86400)))::int`
  const { rows } = await sql<PeriodCounts>`
    with open_hours as materialized (
      select hour from ${progress ? openHours(userId, progress) : sql`(select null::timestamptz as hour)`} o where hour >= ${from}),
    counted as (
      select hour, mailbox_id, forwarded, under_way, held, failed, by_email, not_matched, suppressed from message_counts
      where user_id = ${userId} and hour >= ${from} and hour < ${until} and ${ofMailbox} and hour not in (select hour from open_hours)
      union all
      ${countFromMessages(
        userId,
        sql`(
          select ${since}::timestamptz as starts_at, ${from}::timestamptz as ends_at
          union all select ${until}::timestamptz, 'infinity'::timestamptz
          union all select hour, hour + interval '1 hour' from open_hours)`,
        { mailboxId },
      )}
      union all
      select * from (${countFromMessages(userId, sql`(select ${from}::timestamptz as starts_at, ${until}::timestamptz as ends_at)`, {
        mailboxId,
        where: isUnreturned,
      })}) unreturned where hour not in (select hour from open_hours))
    select mailbox_id as "mailboxId", ${period} as period, sum(forwarded)::int as forwarded, sum(under_way)::int as "underWay",
      sum(held)::int as held, sum(failed)::int as failed, sum(by_email)::int as "byEmail", sum(not_matched)::int as "notMatched",
      sum(suppressed)::int as suppressed
    from counted group by 1, 2`.execute(db)
  return rows
}

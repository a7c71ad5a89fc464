// Counts the messages of users who received some: hours that are new or have changed, a few thousand messages at a time.
import { sql } from 'kysely'
import { hourMs } from '../../../../core/delivery/schedule.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import { type HourCounts, lockCountProgress, saveCounts } from '../../../mail/messages/counts-store.ts'
import { countFromMessages, hourOf, isUnreturned } from './from-messages.ts'
import { type CountProgress, openHours, readCountProgress } from './open-hours.ts'

/** Few enough that the lock, and one user's share of the work, end within a second. */
const batchMessages = 4000
const mostOpenHours = 100
/** How far back a run looks for users with new messages: runs are an hour apart. Who is missed is counted with their next message. */
const recentMs = 70 * 60_000

/** Called by a job, on any host. */
export async function countMessagesOfAll(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from messages where arrived_at >= ${new Date(now.getTime() - recentMs)}
    union
    select user_id from mailboxes b where not exists (
      select from message_count_progress p where p.user_id = b.user_id and p.counted_xid is not null)`.execute(db)
  for (const { user_id } of rows) while (!(await db.transaction().execute(tx => countNext(tx, user_id, now))));
}

/** Returns true when nothing is left. Also counts again what has changed, so that a read finds little to count itself. */
export async function countNext(tx: Tx, userId: string, now: Date): Promise<boolean> {
  await lockCountProgress(tx, userId)
  const xid = await oldestRunning(tx)
  const progress = await readCountProgress(tx, userId)
  const open = progress ? await summarizeOpenHours(tx, userId, progress) : { hours: 0, first: null }
  // After a change of very much, everything from there on is counted again, in batches.
  const isRestart = open.hours > mostOpenHours
  const from = (isRestart ? open.first : progress?.countedUntil) ?? (await firstHour(tx, userId)) ?? floorHour(now)
  const until = await endOfBatch(tx, userId, from, floorHour(now))
  const spans = sql`(
    select ${from}::timestamptz as starts_at, ${until}::timestamptz as ends_at
    ${progress && !isRestart ? sql`union all select hour, hour + interval '1 hour' from ${openHours(userId, progress)} o` : sql``})`
  const { rows } = await sql<HourCounts>`${countFromMessages(userId, spans, { where: sql`not ${isUnreturned}` })}`.execute(tx)
  await saveCounts(tx, userId, rows, { countedUntil: until, countedXid: xid })
  return until.getTime() >= floorHour(now).getTime()
}

async function summarizeOpenHours(tx: Tx, userId: string, progress: CountProgress): Promise<{ hours: number; first: Date | null }> {
  const { rows } = await sql<{ hours: number; first: Date | null }>`
    select count(*)::int as hours, min(hour) as first from ${openHours(userId, progress)} o`.execute(tx)
  return rows[0] ?? { hours: 0, first: null }
}

/** Earlier transactions have ended, so that the next statement sees all that they changed. */
async function oldestRunning(tx: Tx): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  return rows[0]?.xid ?? '0'
}

async function firstHour(tx: Tx, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`
    select ${hourOf(sql`min(dated_at)`)} as hour from messages where user_id = ${userId}`.execute(tx)
  return rows[0]?.hour ?? null
}

/** Always later than `from` while that is before `last`. */
async function endOfBatch(tx: Tx, userId: string, from: Date, last: Date): Promise<Date> {
  const { rows } = await sql<{ hour: Date }>`
    select ${hourOf(sql`dated_at`)} as hour from messages where user_id = ${userId} and dated_at >= ${from}
    order by dated_at offset ${batchMessages} limit 1`.execute(tx)
  const end = Math.max(rows[0]?.hour.getTime() ?? last.getTime(), from.getTime() + hourMs)
  return new Date(Math.max(from.getTime(), Math.min(end, last.getTime())))
}

const floorHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

// Brings the rollups up to date: corrects counted hours that changed, then counts the hours that have closed.
import { sql } from 'kysely'
import { eventMetrics, funnelSteps, latencyMetrics, mixMetrics } from '../../../../../core/analytics/metrics.ts'
import { startOfWeek } from '../../../../../core/analytics/period.ts'
import { replaceDurations } from '../../../../analytics/durations-owners.ts'
import { beginProgress, lockProgress, type RollupProgress, readProgress, saveProgress } from '../../../../analytics/progress-owners.ts'
import { dropOldRollups, type HourSpan, hasMix, replaceCounts, replaceMix, replaceRetention } from '../../../../analytics/rollups-owners.ts'
import type { Db, Tx } from '../../../../foundation/db/pool.ts'
import { findChangedHours, joinHours } from './changed-hours.ts'
import { countFunnel, countRetention, findOpenHours } from './cohorts.ts'
import { countDurations } from './durations.ts'
import { countEvents } from './events.ts'
import { countMailboxMix } from './mailbox-mix.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Waits this long after the end of an hour, as its transactions may still be committing. */
const settleMs = 2 * minuteMs
/** How far back each run looks for changes again, as a transaction may commit later than the time that it wrote. */
const overlapMs = 10 * minuteMs
const keptMs = 2 * 366 * dayMs
/** Each batch is at most a day, in its own transaction. The next run continues from there. */
const mostBatches = 60

/** Returns how many batches of hours were counted. Safe to run on several hosts, and to run again. */
export async function rollUp(db: Db, now: Date, batches = mostBatches): Promise<number> {
  const closed = floor(new Date(now.getTime() - settleMs), hourMs)
  const progress = (await readProgress(db)) ?? (await begin(db, now, closed))
  if (progress.countedUntil >= closed) return 0
  await correctChanged(db, now)
  for (let done = 0; done < batches; done++) {
    const isDone = await db.transaction().execute(tx => countNext(tx, closed))
    if (isDone) return done
  }
  return batches
}

/** Starts when the first user signed up, or at the oldest time that rollups are kept for. */
async function begin(db: Db, now: Date, closed: Date): Promise<RollupProgress> {
  const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from users`.execute(db)
  const oldest = Math.max(rows[0]?.at?.getTime() ?? closed.getTime(), now.getTime() - keptMs)
  const progress = { countedUntil: floor(new Date(oldest), hourMs), changesSeenUntil: now }
  await beginProgress(db, progress)
  return progress
}

/** Goes through the changes an hour at a time. */
async function correctChanged(db: Db, now: Date): Promise<void> {
  for (;;) {
    const isDone = await db.transaction().execute(async tx => {
      const progress = await lockProgress(tx)
      if (!progress || progress.changesSeenUntil >= now) return true
      const to = new Date(Math.min(progress.changesSeenUntil.getTime() + hourMs, now.getTime()))
      const window = { from: new Date(progress.changesSeenUntil.getTime() - overlapMs), to }
      const spans = joinHours(await findChangedHours(tx, window, progress.countedUntil))
      for (const span of spans) {
        await countHours(tx, span)
        await countProgress(tx, span, progress.countedUntil)
      }
      const thisWeek = startOfWeek(progress.countedUntil)
      const weeks = new Set(spans.map(span => startOfWeek(span.from).getTime()))
      for (const week of weeks) if (week < thisWeek.getTime()) await countWeek(tx, new Date(week), progress.countedUntil)
      await saveProgress(tx, { changesSeenUntil: to })
      return false
    })
    if (isDone) return
  }
}

/** Counts up to the end of a UTC day. Returns true if nothing is left, or if another host is counting. */
async function countNext(tx: Tx, closed: Date): Promise<boolean> {
  const progress = await lockProgress(tx)
  if (!progress || progress.countedUntil >= closed) return true
  const from = progress.countedUntil
  const to = new Date(Math.min(floor(from, dayMs).getTime() + dayMs, closed.getTime()))
  const span = { from, to }
  await countHours(tx, span)
  await countProgress(tx, span, to)
  if (to.getTime() % dayMs === 0) await endDay(tx, from, to)
  if (to >= closed) await saveMix(tx, floor(from, dayMs))
  await saveProgress(tx, { countedUntil: to })
  return to >= closed
}

async function countHours(tx: Tx, span: HourSpan): Promise<void> {
  await replaceCounts(tx, span, eventMetrics, await countEvents(tx, span))
  await replaceDurations(tx, span, latencyMetrics, await countDurations(tx, span))
}

/** Recounts the funnel of users who took a step in `span`. */
async function countProgress(tx: Tx, span: HourSpan, until: Date): Promise<void> {
  for (const hours of joinHours(await findOpenHours(tx, span))) await countSignUps(tx, hours, until)
}

async function countSignUps(tx: Tx, span: HourSpan, until: Date): Promise<void> {
  const { counts, durations } = await countFunnel(tx, span, until)
  await replaceCounts(tx, span, funnelSteps, counts)
  await replaceDurations(tx, span, funnelSteps, durations)
}

/** Counting weeks reads many rows, so it is done once a day. */
async function endDay(tx: Tx, from: Date, to: Date): Promise<void> {
  await countWeek(tx, startOfWeek(from), to)
  await dropOldRollups(tx, new Date(to.getTime() - keptMs))
}

/** Done once a day, for that day only: earlier states are not known. */
async function saveMix(tx: Tx, day: Date): Promise<void> {
  if (!(await hasMix(tx, day))) await replaceMix(tx, day, mixMetrics, await countMailboxMix(tx, day))
}

async function countWeek(tx: Tx, week: Date, until: Date): Promise<void> {
  await replaceRetention(tx, week.toISOString().slice(0, 10), await countRetention(tx, week, until))
}

const floor = (at: Date, stepMs: number): Date => new Date(Math.floor(at.getTime() / stepMs) * stepMs)

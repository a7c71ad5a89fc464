// SQL for our WhatsApp number, which all hosts share: its pauses and its messages per second.
import { sql } from 'kysely'
import type { NumberPause } from '../../../core/delivery/outcome-effects.ts'
import { fullThroughput, slowDown, type Throughput, takeForReply } from '../../../core/delivery/throughput.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'

/**
 * Lets a paused number be tried at once, with or without templates: after the operator fixed it, and when a server starts. Earlier
 * reports no longer count. Returns the reason of the pause; null if there was none, or it was only a short one for our pace.
 */
export const resumeNumber = (db: Db, numberId: string, now: Date): Promise<string | null> =>
  db.transaction().execute(async tx => {
    await claimNewerReport(tx, numberId, now, now)
    return resume(tx, numberId, now)
  })

/**
 * Applies what WhatsApp reported about our account at `at`: paused until `pause` ends, or free again. Only the newest report counts,
 * so that repeated or late ones change nothing. False if it was not the newest.
 */
export async function applyAccountState(tx: Tx, numberId: string, pause: NumberPause | null, at: Date, now: Date): Promise<boolean> {
  if (!(await claimNewerReport(tx, numberId, at, now))) return false
  if (pause) await pauseNumber(tx, numberId, pause, now, at)
  else await resume(tx, numberId, now)
  return true
}

/** Locks the number's row. */
async function claimNewerReport(tx: Tx, numberId: string, at: Date, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('messenger_numbers')
    .values({ number_id: numberId, state_reported_at: at, updated_at: now })
    .onConflict(c =>
      c
        .column('number_id')
        .doUpdateSet({ state_reported_at: at, updated_at: now })
        .where(eb => eb.or([eb('messenger_numbers.state_reported_at', 'is', null), eb('messenger_numbers.state_reported_at', '<', at)])),
    )
    .returning('number_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function resume(tx: Tx, numberId: string, now: Date): Promise<string | null> {
  const row = await tx.selectFrom('messenger_numbers').selectAll().where('number_id', '=', numberId).executeTakeFirst()
  const isPaused = row?.paused_until != null && row.paused_until > now
  if (row?.paused_until && isPaused) await wakePaused(tx, row.paused_until, now)
  await tx
    .updateTable('messenger_numbers')
    .set({ direct_send_lost_at: null, ...(isPaused && { paused_until: now }), updated_at: now })
    .where('number_id', '=', numberId)
    .execute()
  return isPaused ? (row?.pause_reason ?? null) : null
}

/** Why the number is paused now; null if it is not, or only briefly for our pace. */
export async function readPauseReason(db: Db, numberId: string, now: Date): Promise<string | null> {
  const row = await db.selectFrom('messenger_numbers').selectAll().where('number_id', '=', numberId).executeTakeFirst()
  return row?.paused_until && row.paused_until > now ? row.pause_reason : null
}

/** Pauses the number; a longer pause stays. Ignored if the account's state was reported after `reportedAt`. */
export async function pauseNumber(tx: Tx, numberId: string, pause: NumberPause, now: Date, reportedAt: Date = now): Promise<void> {
  await sql`
    insert into messenger_numbers (number_id, paused_until, pause_reason, updated_at)
    values (${numberId}, ${pause.until}, ${pause.reason}, ${now})
    on conflict (number_id) do update set paused_until = greatest(messenger_numbers.paused_until, excluded.paused_until),
      pause_reason = coalesce(excluded.pause_reason, messenger_numbers.pause_reason), updated_at = excluded.updated_at
    where messenger_numbers.state_reported_at is null or messenger_numbers.state_reported_at <= ${reportedAt}`.execute(tx)
}

/** May it send without a template, if the operator has that feature? */
export async function hasDirectSend(db: Db, numberId: string): Promise<boolean> {
  const row = await db.selectFrom('messenger_numbers').select('direct_send_lost_at').where('number_id', '=', numberId).executeTakeFirst()
  return !row?.direct_send_lost_at
}

/** All hosts send by template until the number is resumed. */
export async function loseDirectSend(db: Db, numberId: string, now: Date): Promise<void> {
  const lost = { direct_send_lost_at: now, updated_at: now }
  await db
    .insertInto('messenger_numbers')
    .values({ number_id: numberId, ...lost })
    .onConflict(c => c.column('number_id').doUpdateSet(lost))
    .execute()
}

/** The number works again, so everything that waited for it is due. */
export async function endPause(tx: Tx, numberId: string, pausedUntil: Date, now: Date): Promise<void> {
  await wakePaused(tx, pausedUntil, now)
  await tx
    .updateTable('messenger_numbers')
    .set({ paused_until: null, pause_reason: null, updated_at: now })
    .where('number_id', '=', numberId)
    .execute()
}

/** Makes lanes due that waited for `pausedUntil`; others merely check once more. */
async function wakePaused(tx: Tx, pausedUntil: Date, now: Date): Promise<void> {
  // Skips locked lanes, so that this never waits; they are due when the pause ends anyway.
  await sql`
    update lanes set next_at = ${now} where (user_id, destination_id) in (
      select user_id, destination_id from lanes
      where next_at > ${now} and next_at <= ${pausedUntil} and (claimed_until is null or claimed_until <= ${now})
      for update skip locked)`.execute(tx)
}

/** Changes the pace under its lock. A transaction of its own: a host that freezes must not keep the pace. */
export const changeThroughput = <T extends { throughput: Throughput }>(
  db: Db,
  numberId: string,
  maxPerSecond: number,
  now: Date,
  decide: (from: Throughput) => T,
): Promise<T> =>
  db.transaction().execute(async tx => {
    const done = decide(await lockThroughput(tx, numberId, maxPerSecond, now))
    await writeThroughput(tx, numberId, done.throughput)
    return done
  })

/** Writes `after` if the pace is still `before`; false if another host, a reply or a refusal changed it. */
export async function writeIfUnchanged(db: Db, numberId: string, before: Throughput, after: Throughput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messenger_numbers')
    .set(toColumns(after))
    .where('number_id', '=', numberId)
    .where('tokens', '=', before.tokens)
    .where('refilled_at', '=', new Date(before.refilledAtMs))
    .where('per_second', '=', before.perSecond)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const dayMs = 86_400_000

/** Takes a token for one reply. `later`: none is left now. `never`: the number is paused for days and must not even try. */
export async function takeReply(tx: Tx, numberId: string, maxPerSecond: number, now: Date): Promise<'taken' | 'later' | 'never'> {
  const locked = await lockThroughput(tx, numberId, maxPerSecond, now)
  if (locked.pausedUntil && locked.pausedUntil.getTime() > now.getTime() + dayMs) return 'never'
  const { granted, throughput } = takeForReply(locked, maxPerSecond, now.getTime())
  await writeThroughput(tx, numberId, throughput)
  return granted > 0 ? 'taken' : 'later'
}

/** WhatsApp refused our pace. Counts once for all messages in flight, since the number is paused afterwards. */
export async function slowNumber(tx: Tx, numberId: string, maxPerSecond: number, now: Date): Promise<void> {
  const throughput = await lockThroughput(tx, numberId, maxPerSecond, now)
  if (!throughput.pausedUntil) await writeThroughput(tx, numberId, slowDown(throughput))
}

/** Null before the number has sent anything. */
export async function readThroughput(db: Db, numberId: string): Promise<Throughput | null> {
  const row = await db
    .selectFrom('messenger_numbers')
    .select(['tokens', 'refilled_at', 'per_second'])
    .where('number_id', '=', numberId)
    .executeTakeFirst()
  return row ? toThroughput(row) : null
}

async function lockThroughput(
  tx: Tx,
  numberId: string,
  maxPerSecond: number,
  now: Date,
): Promise<Throughput & { pausedUntil: Date | null }> {
  const { rows } = await sql<ThroughputRow & { paused_until: Date | null }>`
    insert into messenger_numbers (number_id, updated_at) values (${numberId}, ${now})
    on conflict (number_id) do update set updated_at = excluded.updated_at
    returning tokens, refilled_at, per_second, paused_until`.execute(tx)
  const [row] = rows
  const pausedUntil = row?.paused_until && row.paused_until > now ? row.paused_until : null
  return { ...((row && toThroughput(row)) ?? fullThroughput(maxPerSecond, now.getTime())), pausedUntil }
}

async function writeThroughput(tx: Tx, numberId: string, throughput: Throughput): Promise<void> {
  await tx.updateTable('messenger_numbers').set(toColumns(throughput)).where('number_id', '=', numberId).execute()
}

const toColumns = ({ tokens, refilledAtMs, perSecond }: Throughput) => ({
  ...{ tokens, refilled_at: new Date(refilledAtMs), per_second: perSecond },
})

interface ThroughputRow {
  tokens: number | null
  refilled_at: Date | null
  per_second: number | null
}

const toThroughput = ({ tokens, refilled_at, per_second }: ThroughputRow): Throughput | null =>
  tokens === null || refilled_at === null || per_second === null
    ? null
    : { tokens, refilledAtMs: refilled_at.getTime(), perSecond: per_second }

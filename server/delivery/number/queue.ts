// SQL for our WhatsApp number, shared by all hosts: its pauses, and its messages per second.
import { sql } from 'kysely'
import type { NumberPause } from '../../../core/delivery/outcome-effects.ts'
import { draw, drawAnswer, type Flow, fullFlow, slowDown } from '../../../core/delivery/throughput.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'

/**
 * Lets a number that rests be tried at once, by template or without: when the operator has mended it, and when a server starts.
 * What was said of it before is no news any more. Returns why it rested; null where it did not, or only caught its breath.
 */
export const resumeNumber = (db: Db, numberId: string, now: Date): Promise<string | null> =>
  db.transaction().execute(async tx => {
    await takeStanding(tx, numberId, now, now)
    return letTry(tx, numberId, now)
  })

/**
 * What the messenger said of our account at `at`: it rests until `pause` ends, or is free again. Only what was said after all
 * that was heard counts, so that nothing that is told again, or late, undoes what stands. False where it was no news.
 */
export async function applyAccountState(tx: Tx, numberId: string, pause: NumberPause | null, at: Date, now: Date): Promise<boolean> {
  if (!(await takeStanding(tx, numberId, at, now))) return false
  if (pause) await pauseNumber(tx, numberId, pause, now, at)
  else await letTry(tx, numberId, now)
  return true
}

/** The number's row is locked from here on. */
async function takeStanding(tx: Tx, numberId: string, at: Date, now: Date): Promise<boolean> {
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

async function letTry(tx: Tx, numberId: string, now: Date): Promise<string | null> {
  const row = await tx.selectFrom('messenger_numbers').selectAll().where('number_id', '=', numberId).executeTakeFirst()
  const rests = row?.paused_until != null && row.paused_until > now
  if (row?.paused_until && rests) await wakePaused(tx, row.paused_until, now)
  await tx
    .updateTable('messenger_numbers')
    .set({ direct_send_lost_at: null, ...(rests && { paused_until: now }), updated_at: now })
    .where('number_id', '=', numberId)
    .execute()
  return rests ? (row?.pause_reason ?? null) : null
}

/** Why the number rests at this moment; null where it does not, or only catches its breath. */
export async function pauseReasonOf(db: Db, numberId: string, now: Date): Promise<string | null> {
  const row = await db.selectFrom('messenger_numbers').selectAll().where('number_id', '=', numberId).executeTakeFirst()
  return row?.paused_until && row.paused_until > now ? row.pause_reason : null
}

/** Nothing leaves by this number until then; a pause that is longer already stays. `saidAt`: what stands of our account was not said later. */
export async function pauseNumber(tx: Tx, numberId: string, pause: NumberPause, now: Date, saidAt: Date = now): Promise<void> {
  await sql`
    insert into messenger_numbers (number_id, paused_until, pause_reason, updated_at)
    values (${numberId}, ${pause.until}, ${pause.reason}, ${now})
    on conflict (number_id) do update set paused_until = greatest(messenger_numbers.paused_until, excluded.paused_until),
      pause_reason = coalesce(excluded.pause_reason, messenger_numbers.pause_reason), updated_at = excluded.updated_at
    where messenger_numbers.state_reported_at is null or messenger_numbers.state_reported_at <= ${saidAt}`.execute(tx)
}

/** May it send without a template, where the operator has that at all? */
export async function hasDirectSend(db: Db, numberId: string): Promise<boolean> {
  const row = await db.selectFrom('messenger_numbers').select('direct_send_lost_at').where('number_id', '=', numberId).executeTakeFirst()
  return !row?.direct_send_lost_at
}

/** From now on all hosts send by template, until the number is resumed. */
export async function loseDirectSend(db: Db, numberId: string, now: Date): Promise<void> {
  const lost = { direct_send_lost_at: now, updated_at: now }
  await db
    .insertInto('messenger_numbers')
    .values({ number_id: numberId, ...lost })
    .onConflict(c => c.column('number_id').doUpdateSet(lost))
    .execute()
}

/** The number works again: all that waited for it is due. */
export async function endPause(tx: Tx, numberId: string, pausedUntil: Date, now: Date): Promise<void> {
  await wakePaused(tx, pausedUntil, now)
  await tx
    .updateTable('messenger_numbers')
    .set({ paused_until: null, pause_reason: null, updated_at: now })
    .where('number_id', '=', numberId)
    .execute()
}

/** Makes the lanes due that a pause of their number put off until `pausedUntil`; others merely look once more. */
async function wakePaused(tx: Tx, pausedUntil: Date, now: Date): Promise<void> {
  // A lane that somebody works at is left out, so that this never waits; its hour comes with the pause's end.
  await sql`
    update lanes set next_at = ${now} where (user_id, destination_id) in (
      select user_id, destination_id from lanes
      where next_at > ${now} and next_at <= ${pausedUntil} and (claimed_until is null or claimed_until <= ${now})
      for update skip locked)`.execute(tx)
}

/** Takes up to `wanted` emails of what the number may send now; returns how many it gave. The last lock that is taken. */
export async function drawMessages(tx: Tx, numberId: string, wanted: number, mostPerSecond: number, now: Date): Promise<number> {
  const { granted, flow } = draw(await lockFlow(tx, numberId, mostPerSecond, now), wanted, mostPerSecond, now.getTime())
  await writeFlow(tx, numberId, flow)
  return granted
}

const dayMs = 86_400_000

/** Takes one answer to a person. `later`: others have taken all that there is. `never`: the number rests for days, and may not even ask. */
export async function takeReply(tx: Tx, numberId: string, mostPerSecond: number, now: Date): Promise<'taken' | 'later' | 'never'> {
  const locked = await lockFlow(tx, numberId, mostPerSecond, now)
  if (locked.pausedUntil && locked.pausedUntil.getTime() > now.getTime() + dayMs) return 'never'
  const { granted, flow } = drawAnswer(locked, mostPerSecond, now.getTime())
  await writeFlow(tx, numberId, flow)
  return granted > 0 ? 'taken' : 'later'
}

/** The messenger refused us for our pace: once for all that were on their way then, as the pause that follows shows. */
export async function slowNumber(tx: Tx, numberId: string, mostPerSecond: number, now: Date): Promise<void> {
  const flow = await lockFlow(tx, numberId, mostPerSecond, now)
  if (!flow.pausedUntil) await writeFlow(tx, numberId, slowDown(flow))
}

/** Null before the number has sent anything. */
export async function readFlow(db: Db, numberId: string): Promise<Flow | null> {
  const row = await db
    .selectFrom('messenger_numbers')
    .select(['tokens', 'refilled_at', 'per_second'])
    .where('number_id', '=', numberId)
    .executeTakeFirst()
  return row ? flowOf(row) : null
}

async function lockFlow(tx: Tx, numberId: string, mostPerSecond: number, now: Date): Promise<Flow & { pausedUntil: Date | null }> {
  const { rows } = await sql<FlowRow & { paused_until: Date | null }>`
    insert into messenger_numbers (number_id, updated_at) values (${numberId}, ${now})
    on conflict (number_id) do update set updated_at = excluded.updated_at
    returning tokens, refilled_at, per_second, paused_until`.execute(tx)
  const [row] = rows
  const pausedUntil = row?.paused_until && row.paused_until > now ? row.paused_until : null
  return { ...((row && flowOf(row)) ?? fullFlow(mostPerSecond, now.getTime())), pausedUntil }
}

async function writeFlow(tx: Tx, numberId: string, { tokens, refilledAtMs, perSecond }: Flow): Promise<void> {
  await tx
    .updateTable('messenger_numbers')
    .set({ tokens, refilled_at: new Date(refilledAtMs), per_second: perSecond })
    .where('number_id', '=', numberId)
    .execute()
}

interface FlowRow {
  tokens: number | null
  refilled_at: Date | null
  per_second: number | null
}

const flowOf = ({ tokens, refilled_at, per_second }: FlowRow): Flow | null =>
  tokens === null || refilled_at === null || per_second === null
    ? null
    : { tokens, refilledAtMs: refilled_at.getTime(), perSecond: per_second }

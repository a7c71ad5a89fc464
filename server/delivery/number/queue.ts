// Our number at the messenger, shared by all hosts: its pauses, and how many messages a second it may send.
import { sql } from 'kysely'
import type { NumberPause } from '../../../core/delivery/settling.ts'
import { draw, type Flow, fullFlow, slowDown } from '../../../core/delivery/throughput.ts'
import type { Db, Tx } from '../../db/pool.ts'

/** Lets a paused number be tried at once: when the operator has mended it, and when a server starts. */
export async function resumeNumber(db: Db, numberId: string, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    const paused = await tx.selectFrom('messenger_numbers').select('paused_until').where('number_id', '=', numberId).executeTakeFirst()
    if (!paused?.paused_until || paused.paused_until <= now) return
    await wakePaused(tx, paused.paused_until, now)
    await tx.updateTable('messenger_numbers').set({ paused_until: now, updated_at: now }).where('number_id', '=', numberId).execute()
  })
}

/** Nothing leaves by this number until then; a pause that is longer already stays. */
export async function pauseNumber(tx: Tx, numberId: string, pause: NumberPause, now: Date): Promise<void> {
  await sql`
    insert into messenger_numbers (number_id, paused_until, pause_reason, updated_at)
    values (${numberId}, ${pause.until}, ${pause.reason}, ${now})
    on conflict (number_id) do update set paused_until = greatest(messenger_numbers.paused_until, excluded.paused_until),
      pause_reason = coalesce(excluded.pause_reason, messenger_numbers.pause_reason), updated_at = excluded.updated_at`.execute(tx)
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

/** Takes up to `wanted` messages of what the number may send now; returns how many it gave. The last lock that is taken. */
export async function drawMessages(tx: Tx, numberId: string, wanted: number, mostPerSecond: number, now: Date): Promise<number> {
  const { granted, flow } = draw(await lockFlow(tx, numberId, mostPerSecond, now), wanted, mostPerSecond, now.getTime())
  await writeFlow(tx, numberId, flow)
  return granted
}

/** The messenger refused us for our pace: once for all that were on their way then, as the pause that follows shows. */
export async function slowNumber(tx: Tx, numberId: string, mostPerSecond: number, now: Date): Promise<void> {
  const flow = await lockFlow(tx, numberId, mostPerSecond, now)
  if (!flow.isPaused) await writeFlow(tx, numberId, slowDown(flow))
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

async function lockFlow(tx: Tx, numberId: string, mostPerSecond: number, now: Date): Promise<Flow & { isPaused: boolean }> {
  const { rows } = await sql<FlowRow & { paused_until: Date | null }>`
    insert into messenger_numbers (number_id, updated_at) values (${numberId}, ${now})
    on conflict (number_id) do update set updated_at = excluded.updated_at
    returning tokens, refilled_at, per_second, paused_until`.execute(tx)
  const [row] = rows
  const isPaused = row?.paused_until != null && row.paused_until > now
  return { ...((row && flowOf(row)) ?? fullFlow(mostPerSecond, now.getTime())), isPaused }
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

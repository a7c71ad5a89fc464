// SQL for the pause of all of one user's phones; each phone may also have its own pause.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { pauseEnd } from '../../../core/delivery/pause.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { lockDestinations } from '../owners.ts'
import { changeDestination, listDestinations, releaseHeld } from '../store.ts'

/** By phone id: the end of its own pause, which this one covers. */
const OwnEnds = z.record(
  z.string(),
  z.pipe(
    z.iso.datetime(),
    z.transform(at => new Date(at)),
  ),
)

/** When the pause ends; null if it is over, or one of the phones was resumed separately. */
export async function readPause(db: Db, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select until from pauses p where user_id = ${userId} and until > ${now} and not exists (
      select 1 from destinations d
      where d.user_id = p.user_id and d.state in ('linked', 'unreachable') and coalesce(d.paused_until < p.until, true))`.execute(db)
  return rows[0]?.until ?? null
}

/**
 * Pauses all of the user's phones until `until`; null resumes them. A phone's own pause keeps its end. If a pause now ends earlier,
 * held deliveries return to their lane.
 */
export async function pauseAllPhones(tx: Tx, userId: string, until: Date | null, now: Date): Promise<Date | null> {
  // Serializes concurrent calls, which must not mix up the phones.
  const before = await lockPause(tx, userId, now)
  const end = pauseEnd(until, now)
  await lockDestinations(
    tx,
    (await listDestinations(tx, userId)).map(({ id }) => ({ userId, destinationId: id })),
  )
  const coveredEnds: Record<string, Date> = {}
  for (const phone of await listDestinations(tx, userId)) {
    const isCovered = before !== null && phone.paused_until?.getTime() === before.until.getTime()
    const ownEnd = pauseEnd(isCovered ? (before.ownEnds[phone.id] ?? null) : phone.paused_until, now)
    if (ownEnd && end && ownEnd <= end) coveredEnds[phone.id] = ownEnd
    const next = ownEnd && end ? new Date(Math.max(ownEnd.getTime(), end.getTime())) : (ownEnd ?? end)
    await changeDestination(tx, userId, phone.id, { paused_until: next })
    const endsSooner = phone.paused_until !== null && (!next || next < phone.paused_until)
    if (endsSooner && phone.state === 'linked') await releaseHeld(tx, userId, phone.id, now)
  }
  const ownEnds = JSON.stringify(coveredEnds)
  if (end) await tx.updateTable('pauses').set({ until: end, phone_ends: ownEnds, set_at: now }).where('user_id', '=', userId).execute()
  else await tx.deleteFrom('pauses').where('user_id', '=', userId).execute()
  return end
}

/** Locks the row and returns the previous pause; null if there was none. */
async function lockPause(tx: Tx, userId: string, now: Date): Promise<{ until: Date; ownEnds: z.output<typeof OwnEnds> } | null> {
  const { rows } = await sql<{ until: Date; phone_ends: unknown; is_new: boolean }>`
    insert into pauses as p (user_id, until, set_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set until = p.until
    returning until, phone_ends, xmax = 0 as is_new`.execute(tx)
  const [row] = rows
  return row && !row.is_new ? { until: row.until, ownEnds: OwnEnds.parse(row.phone_ends) } : null
}

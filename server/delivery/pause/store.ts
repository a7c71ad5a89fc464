// SQL for the pause of all of one user's phones; each phone also keeps its own.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { pauseEnd } from '../../../core/delivery/pause.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { lockDestinations } from '../owners.ts'
import { changeDestination, listDestinations, releaseHeld } from '../store.ts'

/** By the id of a phone, the end of its own rest that this one hides. */
const OwnEnds = z.record(
  z.string(),
  z.pipe(
    z.iso.datetime(),
    z.transform(at => new Date(at)),
  ),
)

/** Until when all of them rest; null once it is over, or a phone of theirs was let go on for itself. */
export async function pauseOf(db: Db, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select until from pauses p where user_id = ${userId} and until > ${now} and not exists (
      select 1 from destinations d
      where d.user_id = p.user_id and d.state in ('linked', 'unreachable') and coalesce(d.paused_until < p.until, true))`.execute(db)
  return rows[0]?.until ?? null
}

/**
 * Nothing goes to any of their phones before `until`; null lets email go on. A phone that rests for itself keeps its hour, and where
 * the rest ends sooner than before, what was held goes back into its lane.
 */
export async function pauseAll(tx: Tx, userId: string, until: Date | null, now: Date): Promise<Date | null> {
  // Whoever comes second waits here: two switches of one moment must not mix their phones.
  const before = await lockPause(tx, userId, now)
  const end = pauseEnd(until, now)
  await lockDestinations(
    tx,
    (await listDestinations(tx, userId)).map(({ id }) => ({ userId, destinationId: id })),
  )
  const hidden: Record<string, Date> = {}
  for (const phone of await listDestinations(tx, userId)) {
    const restsByThis = before !== null && phone.paused_until?.getTime() === before.until.getTime()
    const own = pauseEnd(restsByThis ? (before.ownEnds[phone.id] ?? null) : phone.paused_until, now)
    if (own && end && own <= end) hidden[phone.id] = own
    const next = own && end ? new Date(Math.max(own.getTime(), end.getTime())) : (own ?? end)
    await changeDestination(tx, userId, phone.id, { paused_until: next })
    const isSooner = phone.paused_until !== null && (!next || next < phone.paused_until)
    if (isSooner && phone.state === 'linked') await releaseHeld(tx, userId, phone.id, now)
  }
  const ownEnds = JSON.stringify(hidden)
  if (end) await tx.updateTable('pauses').set({ until: end, phone_ends: ownEnds, set_at: now }).where('user_id', '=', userId).execute()
  else await tx.deleteFrom('pauses').where('user_id', '=', userId).execute()
  return end
}

/** The end of the rest before this one, its row locked; null where there was none. */
async function lockPause(tx: Tx, userId: string, now: Date): Promise<{ until: Date; ownEnds: z.output<typeof OwnEnds> } | null> {
  const { rows } = await sql<{ until: Date; phone_ends: unknown; is_new: boolean }>`
    insert into pauses as p (user_id, until, set_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set until = p.until
    returning until, phone_ends, xmax = 0 as is_new`.execute(tx)
  const [row] = rows
  return row && !row.is_new ? { until: row.until, ownEnds: OwnEnds.parse(row.phone_ends) } : null
}

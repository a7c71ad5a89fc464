// What is still to be said about messages that were answered: kept with the answer, and said again where nobody knows that it was.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'

/** Whoever said it and was not heard of for so long is dead, or was not let. */
const patienceMs = 30_000
// Half an hour in all: later it would be news of something forgotten.
const mostAgain = 6

/** To be said by whoever keeps it, and by anybody else when their time is up. `saying` is JSON of the caller's. */
export async function keepSaying(tx: Tx, wamid: string, saying: object, now: Date): Promise<void> {
  const due = new Date(now.getTime() + patienceMs)
  await tx
    .updateTable('inbound_messages')
    .set({ saying: JSON.stringify(saying), say_due_at: due })
    .where('wamid', '=', wamid)
    .execute()
}

/** It was said, or never will be. */
export async function endSaying(db: Db, wamid: string): Promise<void> {
  await db.updateTable('inbound_messages').set({ saying: null, say_due_at: null }).where('wamid', '=', wamid).execute()
}

/** Takes one that is overdue, for a time that doubles with each try; after the last it is let go. Null when there is none. */
export async function claimSaying(db: Db, now: Date): Promise<{ wamid: string; saying: unknown } | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('inbound_messages')
      .select(['wamid', 'saying', 'say_tries'])
      .where('say_due_at', '<=', now)
      .orderBy('say_due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const isLast = row.say_tries + 1 >= mostAgain
    const due = new Date(now.getTime() + patienceMs * 2 ** (row.say_tries + 1))
    await tx
      .updateTable('inbound_messages')
      .set({ say_tries: sql`say_tries + 1`, ...(isLast ? { saying: null, say_due_at: null } : { say_due_at: due }) })
      .where('wamid', '=', row.wamid)
      .execute()
    return { wamid: row.wamid, saying: row.saying }
  })
}

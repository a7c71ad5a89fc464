// SQL for responses to inbound messages: stored with the message, and sent again if it is unknown whether they were sent.
import { sql } from 'kysely'
import type { Db, Tx } from '../foundation/db/pool.ts'

/** A process that has not sent its response by then is dead or was stopped. */
const claimMs = 30_000
// About half an hour in all; a later response would be useless.
const maxAttempts = 6

/** The caller sends it; other processes may after its claim ends. `response` is the caller's own JSON. */
export async function saveResponse(tx: Tx, wamid: string, response: object, now: Date): Promise<void> {
  const due = new Date(now.getTime() + claimMs)
  await tx
    .updateTable('inbound_messages')
    .set({ response: JSON.stringify(response), response_due_at: due })
    .where('wamid', '=', wamid)
    .execute()
}

/** Called when it was sent or never will be. */
export async function endResponse(db: Db, wamid: string): Promise<void> {
  await db.updateTable('inbound_messages').set({ response: null, response_due_at: null }).where('wamid', '=', wamid).execute()
}

/** Claims an overdue response, for twice as long with each attempt; drops it after the last. Null if there is none. */
export async function claimResponse(db: Db, now: Date): Promise<{ wamid: string; response: unknown } | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('inbound_messages')
      .select(['wamid', 'response', 'response_attempts'])
      .where('response_due_at', '<=', now)
      .orderBy('response_due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const isLast = row.response_attempts + 1 >= maxAttempts
    const due = new Date(now.getTime() + claimMs * 2 ** (row.response_attempts + 1))
    await tx
      .updateTable('inbound_messages')
      .set({
        response_attempts: sql`response_attempts + 1`,
        ...(isLast ? { response: null, response_due_at: null } : { response_due_at: due }),
      })
      .where('wamid', '=', row.wamid)
      .execute()
    return { wamid: row.wamid, response: row.response }
  })
}

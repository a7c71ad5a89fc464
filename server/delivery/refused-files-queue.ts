// SQL for attachments that WhatsApp accepted but could not use: they are sent again as links.

import { sql } from 'kysely'
import { state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { trySeparately } from '../foundation/db/savepoint.ts'
import { setAside } from '../foundation/db/set-aside.ts'
import type { Log } from '../foundation/log.ts'
import { resetForResend } from './follow-up-files-queue.ts'
import { wakeLane } from './queue.ts'
import { type ResendDeps, sendAgain } from './resend.ts'

/** Sends files that WhatsApp accepted but could not use again as links; an email that contained one is sent as text. */
export async function resendRefusedFiles(db: Db, log: Pick<Log, 'error'>, now: Date, deps: ResendDeps): Promise<void> {
  await db.transaction().execute(async tx => {
    for (const row of await lockRefused(tx, 'attachment', now)) {
      await sql`update deliveries set as_link = true, ${resetForResend(now)} where user_id = ${row.user_id} and id = ${row.id}`.execute(tx)
      await wakeLane(tx, row.user_id, row.destination_id, now)
    }
  })
  await db.transaction().execute(async tx => {
    for (const row of await lockRefused(tx, 'mail', now)) {
      await sql`update deliveries set as_link = true, carries = null where user_id = ${row.user_id} and id = ${row.id}`.execute(tx)
      // Without its own savepoint, one that always fails would hold up all others. Marked as a link, it isn't found again.
      const failed = await trySeparately(tx, () => sendAgain(tx, row.user_id, row.id, now, deps, 'own'))
      if (failed) await setAside({ db: tx, log }, { kind: 'delivery', id: row.id }, failed.error, now)
    }
  })
}

/** Always in the same order, to avoid deadlocks. */
async function lockRefused(tx: Tx, kind: 'attachment' | 'mail', now: Date) {
  const { rows } = await sql<{ user_id: string; id: string; destination_id: string }>`
    select user_id, id, destination_id from deliveries
    where kind = ${kind} and (kind = 'attachment' or carries is not null) and state = ${state('failed')} and not as_link
      and reason = 'unsupported' and updated_at > ${new Date(now.getTime() - dayMs)}
    order by user_id, destination_id, id limit 200 for update skip locked`.execute(tx)
  return rows
}

const dayMs = 86_400_000

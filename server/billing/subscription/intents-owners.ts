// SQL that ends what owners asked for and never finished, so that the lists of open intents stay short.
import type { Db } from '../../foundation/db/pool.ts'

/** Checkouts that nobody can pay any more, and calls whose provider has forgotten their key. */
export async function sweepIntents(db: Db, now: Date, begunBefore: Date): Promise<void> {
  const open = db.updateTable('billing_intents').where('state', '=', 'open')
  await open.set({ state: 'expired', ended_at: now }).where('kind', '=', 'checkout').where('expires_at', '<', begunBefore).execute()
  await open.set({ state: 'failed', ended_at: now }).where('expires_at', 'is', null).where('created_at', '<', begunBefore).execute()
}

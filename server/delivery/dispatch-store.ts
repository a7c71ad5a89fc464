// SQL that marks an attempt as dispatched: before that mark a dead sender leaves no doubt, after it the outcome is unknown.
import type { Db, Tx } from '../foundation/db/pool.ts'

export interface AttemptKey {
  deliveryId: string
  attempt: number
}

/** Written right before the request. False where the try was ended meanwhile, as its claim had run out: then nothing may leave. */
export async function markDispatched(db: Db, userId: string, { deliveryId, attempt }: AttemptKey, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('attempts')
    .set({ dispatched_at: now })
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Locked until this transaction ends it, so that it cannot leave behind our back. */
export async function wasDispatched(tx: Tx, userId: string, { deliveryId, attempt }: AttemptKey): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .select('dispatched_at')
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return row?.dispatched_at != null
}

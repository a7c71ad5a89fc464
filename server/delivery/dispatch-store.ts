// SQL that marks attempts as dispatched: if a sender dies before the mark, nothing was sent; after it, nobody knows.
import type { Db, Tx } from '../foundation/db/pool.ts'

export interface AttemptKey {
  deliveryId: string
  attempt: number
}

/** Called right before the request. False if the attempt has ended because its claim ran out: then nothing may be sent. */
export async function markDispatched(db: Db, userId: string, { deliveryId, attempt }: AttemptKey, now: Date): Promise<boolean> {
  const marked = await db
    .updateTable('attempts')
    .set({ dispatched_at: now })
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** Locks the attempt until this transaction ends it, so that it cannot be dispatched meanwhile. */
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

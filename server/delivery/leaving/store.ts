// The moment at which a try leaves us: before it a sender that dies leaves no doubt, after it one.
import type { Db, Tx } from '../../db/pool.ts'

export interface Try {
  deliveryId: string
  attempt: number
}

/** Written right before the request. False where the try was ended meanwhile, as its claim had run out: then nothing may leave. */
export async function noteLeaving(db: Db, userId: string, { deliveryId, attempt }: Try, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('attempts')
    .set({ left_at: now })
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Locked until this transaction ends it, so that it cannot leave behind our back. */
export async function hasLeft(tx: Tx, userId: string, { deliveryId, attempt }: Try): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .select('left_at')
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return row?.left_at != null
}

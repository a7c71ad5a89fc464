// Notes which notice about payments or usage an owner got.
import type { Tx } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'

export async function noteNotice(tx: Tx, ownerId: string, kind: string, now: Date): Promise<void> {
  await tx
    .insertInto('billing_notices')
    .values({ owner_id: ownerId, id: newId(now), kind, sent_at: now })
    .execute()
}

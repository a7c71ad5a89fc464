// A browser belongs to who turned its notices on last: whoever had it before is no longer told there.
import type { Tx } from '../../db/pool.ts'
import { digest } from '../../seal.ts'

export async function takeOver(tx: Tx, endpoint: string, userId: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('endpoint_hash', '=', digest(endpoint)).where('user_id', '!=', userId).execute()
}

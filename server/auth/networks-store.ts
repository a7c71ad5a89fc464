// SQL for the networks that one user has signed in from.
import type { Db } from '../foundation/db/pool.ts'

export async function isKnownNetwork(db: Db, userId: string, networkHash: Buffer): Promise<boolean> {
  const known = db.selectFrom('known_networks').select('user_id').where('user_id', '=', userId).where('network_hash', '=', networkHash)
  return (await known.executeTakeFirst()) !== undefined
}

export async function saveNetwork(db: Db, userId: string, networkHash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network_hash: networkHash, last_seen_at: now })
    .onConflict(c => c.columns(['user_id', 'network_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
}

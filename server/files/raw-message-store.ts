// SQL for one user's raw messages: sealed email sent to our own addresses, which is stored nowhere else.
import type { Db, Tx } from '../foundation/db/pool.ts'
import { type SealKey, seal, unseal } from '../foundation/seal.ts'

export async function saveRawMessage(db: Db, userId: string, contentKey: SealKey, id: string, bytes: Buffer, now: Date): Promise<void> {
  const sealed = seal(contentKey, bytes, messageContext(userId, id))
  await db.insertInto('raw_messages').values({ user_id: userId, id, sealed, size_bytes: bytes.length, created_at: now }).execute()
}

/** Those that are still stored, the oldest first. */
export async function readRawMessages(db: Db, userId: string, contentKey: SealKey, ids: string[]): Promise<{ bytes: Buffer; at: Date }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('raw_messages')
    .select(['id', 'sealed', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ bytes: unseal(contentKey, row.sealed, messageContext(userId, row.id)), at: row.created_at }))
}

const messageContext = (userId: string, id: string) => ({ userId, row: id, column: 'raw_messages.sealed' })

export async function eraseRawMessages(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('raw_messages').where('user_id', '=', userId).execute()
}

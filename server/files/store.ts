// Sealed blobs of one person: bytes that are kept whole, such as mail to our own address.
import type { Db, Tx } from '../db/pool.ts'
import { type Key, seal, unseal } from '../seal.ts'

export async function saveBlob(db: Db, userId: string, contentKey: Key, id: string, bytes: Buffer, now: Date): Promise<void> {
  const sealed = seal(contentKey, bytes, placeOf(userId, id))
  await db.insertInto('blobs').values({ user_id: userId, id, sealed, size_bytes: bytes.length, created_at: now }).execute()
}

/** Null when there is no such blob. */
export async function readBlob(db: Db, userId: string, contentKey: Key, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('blobs').select('sealed').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row ? unseal(contentKey, row.sealed, placeOf(userId, id)) : null
}

export async function dropBlobs(db: Db, userId: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('blobs').where('user_id', '=', userId).where('id', 'in', ids).execute()
}

const placeOf = (userId: string, id: string) => ({ userId, row: id, column: 'blobs.sealed' })

export async function eraseBlobs(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('blobs').where('user_id', '=', userId).execute()
}

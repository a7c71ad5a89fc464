// SQL for the receipts of accounts that staff erased: they outlive the account and name it by a digest only.
import { sql } from 'kysely'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow, Row } from '../foundation/db/tables.ts'
import { digest } from '../foundation/seal.ts'

/** What a receipt keeps of a user's id: enough to look it up by that id, and nothing else. */
export const userDigest = (userId: string): string => digest(`erased user ${userId}`).toString('hex')

export async function insertReceipt(tx: Tx, receipt: NewRow<'erasure_receipts'>): Promise<void> {
  await tx.insertInto('erasure_receipts').values(receipt).execute()
}

/** Newest first, after the receipt with this time and id; of one user where a digest is given. */
export function listReceipts(
  db: Db,
  { after, ofUser, limit }: { after: readonly [at: string, id: string] | null; ofUser: string | null; limit: number },
): Promise<Row<'erasure_receipts'>[]> {
  return db
    .selectFrom('erasure_receipts')
    .selectAll()
    .$if(ofUser !== null, q => q.where('user_digest', '=', ofUser))
    .$if(after !== null, q => q.where(sql<boolean>`(erased_at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`))
    .orderBy('erased_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

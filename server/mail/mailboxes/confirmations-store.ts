// A provider's request to confirm forwarding to one user's address: sealed, for seven days or until handled.
import { z } from 'zod/mini'
import type { Confirmation } from '../../../core/mailbox/confirmation.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

const Kept = z.object({ from: z.string(), code: z.nullable(z.string()), url: z.nullable(z.string()) })

/** What a provider asked, and when. */
export type ForwardingConfirmation = Confirmation & { at: Date }

const shownForMs = 7 * 86_400_000

/** The newest question of each mailbox; an older one has lapsed with it. */
export async function saveConfirmation(tx: Tx, userId: string, contentKey: SealKey, mailboxId: string, asked: Confirmation, now: Date) {
  const sealed = seal(contentKey, Buffer.from(JSON.stringify(asked)), placeOf(userId, mailboxId))
  await tx
    .insertInto('mailbox_confirmations')
    .values({ user_id: userId, mailbox_id: mailboxId, sealed, at: now })
    .onConflict(c => c.columns(['user_id', 'mailbox_id']).doUpdateSet({ sealed, at: now }))
    .execute()
}

/** By mailbox: what still waits for its person. */
export async function readConfirmations(
  db: Db,
  userId: string,
  contentKey: SealKey,
  now: Date,
): Promise<Map<string, ForwardingConfirmation>> {
  const rows = await db
    .selectFrom('mailbox_confirmations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('at', '>', new Date(now.getTime() - shownForMs))
    .execute()
  return new Map(
    rows.map(row => {
      const kept = Kept.parse(JSON.parse(unseal(contentKey, row.sealed, placeOf(userId, row.mailbox_id)).toString()))
      return [row.mailbox_id, { ...kept, at: row.at }]
    }),
  )
}

/** Its person has seen to it, or the mailbox is gone. */
export async function dropConfirmation(db: Db, userId: string, mailboxId: string): Promise<void> {
  await db.deleteFrom('mailbox_confirmations').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

const placeOf = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_confirmations.sealed' })

// Stores a provider's request to confirm forwarding to a user's address: sealed, for seven days or until handled.
import { z } from 'zod/mini'
import type { Confirmation } from '../../../core/mailbox/confirmation.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

const SealedConfirmation = z.object({ from: z.string(), code: z.nullable(z.string()), url: z.nullable(z.string()) })

/** A provider's request and when it came. */
export type ForwardingConfirmation = Confirmation & { at: Date }

const validMs = 7 * 86_400_000

/** Saves a mailbox's newest request, which replaces any older one. */
export async function saveConfirmation(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  mailboxId: string,
  confirmation: Confirmation,
  now: Date,
) {
  const sealed = seal(contentKey, Buffer.from(JSON.stringify(confirmation)), sealContext(userId, mailboxId))
  await tx
    .insertInto('mailbox_confirmations')
    .values({ user_id: userId, mailbox_id: mailboxId, sealed, at: now })
    .onConflict(c => c.columns(['user_id', 'mailbox_id']).doUpdateSet({ sealed, at: now }))
    .execute()
}

/** Pending requests by mailbox. */
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
    .where('at', '>', new Date(now.getTime() - validMs))
    .execute()
  return new Map(
    rows.map(row => {
      const kept = SealedConfirmation.parse(JSON.parse(unseal(contentKey, row.sealed, sealContext(userId, row.mailbox_id)).toString()))
      return [row.mailbox_id, { ...kept, at: row.at }]
    }),
  )
}

/** Deletes the request when the user has handled it or the mailbox is removed. */
export async function dropConfirmation(db: Db, userId: string, mailboxId: string): Promise<void> {
  await db.deleteFrom('mailbox_confirmations').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

const sealContext = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_confirmations.sealed' })

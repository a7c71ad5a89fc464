// Stores a user's pending sign-ins and the tokens of their mailboxes.
import type { ImapSettings } from '../../../../core/api/mail.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { NewRow } from '../../../foundation/db/tables.ts'

/** How many may be pending at once; the oldest is replaced. */
const maxPending = 10

export async function saveSignIn(db: Db, userId: string, row: Omit<NewRow<'mailbox_sign_ins'>, 'user_id'>): Promise<void> {
  const kept = db
    .selectFrom('mailbox_sign_ins')
    .select('state_hash')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .limit(maxPending - 1)
  await db.deleteFrom('mailbox_sign_ins').where('user_id', '=', userId).where('state_hash', 'not in', kept).execute()
  await db
    .insertInto('mailbox_sign_ins')
    .values({ ...row, user_id: userId })
    .execute()
}

export interface NewGrant {
  secret: Buffer
  settings: ImapSettings
  provider: string
}

/** Makes a mailbox open with tokens. */
export async function attachGrant(tx: Tx, userId: string, mailboxId: string, { secret, settings, provider }: NewGrant): Promise<void> {
  // Locked first, so that another host's renewal can't overwrite these tokens.
  await tx
    .insertInto('mailbox_token_locks')
    .values({ user_id: userId, mailbox_id: mailboxId })
    .onConflict(c => c.columns(['user_id', 'mailbox_id']).doUpdateSet({ mailbox_id: mailboxId }))
    .execute()
  await tx
    .updateTable('mailboxes')
    .set({ secret, settings: JSON.stringify(settings), provider, sign_in: 'oauth2' })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}

/** Ids of mailboxes that open with tokens. */
export async function listGrants(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('mailbox_token_locks').select('mailbox_id').where('user_id', '=', userId).execute()
  return rows.map(row => row.mailbox_id)
}

/** Locks a mailbox's tokens against renewal by other hosts until the transaction ends; false when there are none. */
export async function lockGrant(tx: Tx, userId: string, mailboxId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mailbox_token_locks')
    .select('mailbox_id')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function readSecret(db: Db, userId: string, mailboxId: string): Promise<Buffer | null> {
  const row = await db.selectFrom('mailboxes').select('secret').where('user_id', '=', userId).where('id', '=', mailboxId).executeTakeFirst()
  return row?.secret ?? null
}

/** Doesn't affect the lease of the host that watches the mailbox. */
export async function saveTokens(tx: Tx, userId: string, mailboxId: string, secret: Buffer): Promise<void> {
  await tx.updateTable('mailboxes').set({ secret }).where('user_id', '=', userId).where('id', '=', mailboxId).execute()
}

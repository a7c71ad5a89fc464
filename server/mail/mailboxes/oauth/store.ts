// The sign-ins that a user has begun, and the tokens that open their mailboxes.
import type { ImapSettings } from '../../../../core/api/mail.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { NewRow } from '../../../foundation/db/tables.ts'

/** So many may wait for their browser at once; the oldest gives way. */
const mostWaiting = 10

export async function saveSignIn(db: Db, userId: string, row: Omit<NewRow<'mailbox_sign_ins'>, 'user_id'>): Promise<void> {
  const kept = db
    .selectFrom('mailbox_sign_ins')
    .select('state_hash')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .limit(mostWaiting - 1)
  await db.deleteFrom('mailbox_sign_ins').where('user_id', '=', userId).where('state_hash', 'not in', kept).execute()
  await db
    .insertInto('mailbox_sign_ins')
    .values({ ...row, user_id: userId })
    .execute()
}

export interface SignedIn {
  secret: Buffer
  settings: ImapSettings
  provider: string
}

/** Opens a mailbox with tokens from now on. */
export async function attachGrant(tx: Tx, userId: string, mailboxId: string, { secret, settings, provider }: SignedIn): Promise<void> {
  // First, so that tokens that another host is renewing are not written over these.
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

/** The mailboxes that open with tokens. */
export async function listGrants(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('mailbox_token_locks').select('mailbox_id').where('user_id', '=', userId).execute()
  return rows.map(row => row.mailbox_id)
}

/** Waits until no other host renews these tokens, and keeps the others waiting until the transaction ends; false when there are none. */
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

/** The mailbox goes on as it is: whoever watches it keeps its lease. */
export async function saveTokens(tx: Tx, userId: string, mailboxId: string, secret: Buffer): Promise<void> {
  await tx.updateTable('mailboxes').set({ secret }).where('user_id', '=', userId).where('id', '=', mailboxId).execute()
}

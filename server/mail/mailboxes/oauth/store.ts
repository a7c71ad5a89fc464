// Stores a user's pending sign-ins and the tokens of their mailboxes.
import { sql } from 'kysely'
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
  /** When the tokens are renewed ahead of time. */
  renewAt: Date
  maySend: boolean | null
}

/** Makes a mailbox open with tokens. */
export async function attachGrant(
  tx: Tx,
  userId: string,
  mailboxId: string,
  { secret, settings, provider, renewAt, maySend }: NewGrant,
): Promise<void> {
  // Locked first, and under a new number: a renewal that is under way must not overwrite these tokens.
  await tx
    .insertInto('mailbox_token_locks')
    .values({ user_id: userId, mailbox_id: mailboxId, renew_at: renewAt })
    .onConflict(c =>
      c.columns(['user_id', 'mailbox_id']).doUpdateSet({
        renew_at: renewAt,
        renewing_until: null,
        renewal: sql<string>`mailbox_token_locks.renewal + 1`,
      }),
    )
    .execute()
  await tx
    .updateTable('mailboxes')
    .set({ secret, settings: JSON.stringify(settings), provider, sign_in: 'oauth2', may_send: maySend })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}

/** Ids of mailboxes that open with tokens. */
export async function listGrants(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('mailbox_token_locks').select('mailbox_id').where('user_id', '=', userId).execute()
  return rows.map(row => row.mailbox_id)
}

export async function readSecret(db: Db, userId: string, mailboxId: string): Promise<Buffer | null> {
  const row = await db.selectFrom('mailboxes').select('secret').where('user_id', '=', userId).where('id', '=', mailboxId).executeTakeFirst()
  return row?.secret ?? null
}

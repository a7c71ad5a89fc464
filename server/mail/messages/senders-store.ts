// Stores the senders known to each of a user's mailboxes, sealed, one row per mailbox.
import { sql } from 'kysely'
import { KnownSenders, noKnownSenders } from '../../../core/message/sender-check/known-senders.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'

/** `address` is the mailbox's own. */
export interface MailboxSenders {
  mailboxId: string
  address: string
  known: KnownSenders
}

/** Reads the senders of all the user's mailboxes: an impostor may imitate one mailbox's sender to another. */
export async function readSenders(db: Db, userId: string, contentKey: SealKey): Promise<MailboxSenders[]> {
  const rows = await db
    .selectFrom('mailboxes')
    .leftJoin('mailbox_senders as known', j =>
      j.onRef('known.user_id', '=', 'mailboxes.user_id').onRef('known.mailbox_id', '=', 'mailboxes.id'),
    )
    .select(['mailboxes.id', 'mailboxes.address', 'known.sealed'])
    .where('mailboxes.user_id', '=', userId)
    .execute()
  return rows.map(({ id, address, sealed }) => ({
    mailboxId: id,
    address,
    known: sealed ? openJson(KnownSenders, contentKey, sealed, sealContext(userId, id)) : noKnownSenders,
  }))
}

/** The last writer wins: counting one email less does no harm. */
export async function saveSenders(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  mailboxId: string,
  known: KnownSenders,
  now: Date,
): Promise<void> {
  const sealed = sealJson(contentKey, known, sealContext(userId, mailboxId))
  await sql`
    insert into mailbox_senders (user_id, mailbox_id, sealed, at)
    select user_id, id, ${sealed}::bytea, ${now}::timestamptz from mailboxes where user_id = ${userId} and id = ${mailboxId}
    on conflict (user_id, mailbox_id) do update set sealed = excluded.sealed, at = excluded.at`.execute(tx)
}

/** Deletes a mailbox's known senders. */
export async function dropSenders(tx: Tx, userId: string, mailboxId: string): Promise<void> {
  await tx.deleteFrom('mailbox_senders').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

const sealContext = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_senders.sealed' })

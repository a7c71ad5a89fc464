// The senders that one user's mailboxes know, sealed, a row per mailbox.
import { sql } from 'kysely'
import { KnownSenders, nobody } from '../../../core/message/sender-check/known.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'

/** `address`: where its mail comes to. */
export interface MailboxSenders {
  mailboxId: string
  address: string
  known: KnownSenders
}

/** Of every mailbox of the person: who imitates a sender of one may write to another. */
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
    known: sealed ? openJson(KnownSenders, contentKey, sealed, placeOf(userId, id)) : nobody,
  }))
}

/** Of two transactions that meet, the later one stands: one mail less counted is no harm. */
export async function saveSenders(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  mailboxId: string,
  known: KnownSenders,
  now: Date,
): Promise<void> {
  const sealed = sealJson(contentKey, known, placeOf(userId, mailboxId))
  await sql`
    insert into mailbox_senders (user_id, mailbox_id, sealed, at)
    select user_id, id, ${sealed}::bytea, ${now}::timestamptz from mailboxes where user_id = ${userId} and id = ${mailboxId}
    on conflict (user_id, mailbox_id) do update set sealed = excluded.sealed, at = excluded.at`.execute(tx)
}

/** Forgets who wrote to a mailbox. */
export async function dropSenders(tx: Tx, userId: string, mailboxId: string): Promise<void> {
  await tx.deleteFrom('mailbox_senders').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

const placeOf = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_senders.sealed' })

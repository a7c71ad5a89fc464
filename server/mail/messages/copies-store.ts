// Recognizes copies of a user's recently forwarded messages by a keyed digest, never by text.
import { sql } from 'kysely'
import type { FirstCopy, MessageLocation } from '../../../core/mailbox/copies.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { keyedDigest, type SealKey } from '../../foundation/seal.ts'

export interface NewCopy extends MessageLocation {
  messageId: string
  /** See `copyText`. */
  text: string
  /** The phones that it goes to if no copy came before. */
  sentTo: string[]
}

/**
 * For each text, the first copy that was forwarded, or the caller's own when there was none. Others with a copy of these emails wait
 * until the transaction ends.
 */
export async function lockCopies(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  messages: NewCopy[],
  now: Date,
): Promise<Map<string, FirstCopy>> {
  if (messages.length === 0) return new Map()
  const byKey = new Map(messages.toReversed().map(mail => [copyKey(contentKey, mail.text), mail]))
  // Sorted, so that two hosts working for one user can't deadlock.
  const wanted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))
  const items = wanted.map(([key, { messageId, mailboxId, folder, sentTo }], n) => ({
    n,
    key,
    message_id: messageId,
    mailbox_id: mailboxId,
    folder,
    sent_to: sentTo,
  }))
  const { rows } = await sql<{ key: string; message_id: string; mailbox_id: string; folder: string | null; at: Date; sent_to: string[] }>`
    insert into message_copies as c (user_id, copy_key, message_id, mailbox_id, folder, at, sent_to)
    select ${userId}::uuid, decode(key, 'hex'), message_id, mailbox_id, folder, ${now}::timestamptz, sent_to
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i (n int, key text, message_id uuid, mailbox_id uuid, folder text, sent_to uuid[]) order by n
    on conflict (user_id, copy_key) do update set at = c.at
    returning encode(copy_key, 'hex') as key, message_id, mailbox_id, folder, at, sent_to`.execute(tx)
  return new Map(
    rows.flatMap(row => {
      const mine = byKey.get(row.key)
      const first = { messageId: row.message_id, mailboxId: row.mailbox_id, folder: row.folder, at: row.at, sentTo: row.sent_to }
      return mine ? [[mine.text, first] as const] : []
    }),
  )
}

/** Saves the first copies, in the transaction that locked them. */
export async function saveCopies(tx: Tx, userId: string, contentKey: SealKey, firsts: Map<string, FirstCopy>): Promise<void> {
  if (firsts.size === 0) return
  const items = [...firsts].map(([text, first]) => ({
    user_id: userId,
    key: copyKey(contentKey, text),
    message_id: first.messageId,
    mailbox_id: first.mailboxId,
    folder: first.folder,
    at: first.at,
    sent_to: first.sentTo,
  }))
  await sql`
    update message_copies c set message_id = i.message_id, mailbox_id = i.mailbox_id, folder = i.folder, at = i.at, sent_to = i.sent_to
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i (user_id uuid, key text, message_id uuid, mailbox_id uuid, folder text, at timestamptz, sent_to uuid[])
    where c.user_id = i.user_id and c.copy_key = decode(i.key, 'hex')`.execute(tx)
}

export interface MovedMessage extends MessageLocation {
  messageId: string
  contentHash: Buffer
}

/** By message, the phones that already got an email with equal content from another folder of the mailbox: it was moved. */
export async function readSentBefore(tx: Tx, userId: string, messages: MovedMessage[]): Promise<Map<string, string[]>> {
  const items = messages.flatMap(mail => {
    const { messageId, mailboxId, folder, contentHash } = mail
    if (folder === null || contentHash.length === 0) return []
    return [{ message_id: messageId, mailbox_id: mailboxId, folder, hash: contentHash.toString('hex') }]
  })
  if (items.length === 0) return new Map()
  // `offset 0` keeps PostgreSQL to one lookup by hash and one by message: as a plain join it may read the mailbox, or all deliveries.
  const { rows } = await sql<{ message_id: string; sent_to: string[] }>`
    select i.message_id, array_agg(distinct d.destination_id) as sent_to
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (message_id uuid, mailbox_id uuid, folder text, hash text)
    cross join lateral (
      select id, mailbox_id, folder from messages where user_id = ${userId} and content_hash = decode(i.hash, 'hex') offset 0) m
    cross join lateral (
      select destination_id from deliveries where user_id = ${userId} and message_id = m.id and kind = 'mail' offset 0) d
    where m.mailbox_id = i.mailbox_id and m.folder <> i.folder
    group by i.message_id`.execute(tx)
  return new Map(rows.map(row => [row.message_id, row.sent_to]))
}

/** Deletes the records of copies that came to this mailbox first. */
export async function dropCopies(tx: Tx, userId: string, mailboxId: string): Promise<void> {
  await tx.deleteFrom('message_copies').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}

const copyKey = (contentKey: SealKey, text: string): string => keyedDigest(contentKey, `copy ${text}`).toString('hex')

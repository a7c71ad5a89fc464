// The replies of one user, and how their mailboxes send.
import { z } from 'zod/mini'
import { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { afterReply, type Next, type ReplyEvent, type ReplyProgress } from '../../../core/message/reply/state.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import { lockPerson } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow } from '../../foundation/db/tables.ts'
import { type KeptReply, replyOf } from './rows.ts'
import { noProfile, openProfile, type ReplyProfile } from './sealed.ts'

/** So far it has come in the hands of one host; another turn is another's. */
export type ReplyAttempt = Pick<ReplyProgress, 'attempts' | 'looks' | 'filings'>

/** False when what it was written in has made an answer already. */
export async function addReply(tx: Tx, userId: string, row: Omit<NewRow<'replies'>, 'user_id'>, files: Buffer[]): Promise<boolean> {
  const added = await tx
    .insertInto('replies')
    .values({ ...row, user_id: userId })
    .onConflict(c => c.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return false
  for (const [n, sealed] of files.entries())
    await tx.insertInto('reply_files').values({ user_id: userId, reply_id: row.id, n, sealed }).execute()
  return true
}

export function readReply(db: Db, userId: string, id: string): Promise<KeptReply | undefined> {
  return db.selectFrom('replies').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export function readByWamid(db: Db, userId: string, wamid: string): Promise<KeptReply | undefined> {
  return db.selectFrom('replies').selectAll().where('user_id', '=', userId).where('wamid', '=', wamid).executeTakeFirst()
}

/** Of one message, the oldest first. */
export function listOf(db: Db, userId: string, messageId: string): Promise<KeptReply[]> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Until the transaction ends nothing else is written for this person. */
export async function holdWriting(tx: Tx, userId: string): Promise<void> {
  await lockPerson(tx, userId)
}

/** When the answers since then were written, without those that were taken back. Until the transaction ends no other is counted. */
export async function writtenSince(tx: Tx, userId: string, since: Date): Promise<Date[]> {
  await holdWriting(tx, userId)
  const rows = await tx
    .selectFrom('replies')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('state', '<>', 'cancelled')
    .limit(1000)
    .execute()
  return rows.map(row => row.created_at)
}

export async function hasReplied(db: Db, userId: string, toHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('replies')
    .select('id')
    .where('user_id', '=', userId)
    .where('to_hash', '=', toHash)
    .where('state', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What happened to an answer, kept; null when there is none, or it is another host's turn by now. */
export async function noteReply(
  db: Db,
  userId: string,
  id: string,
  event: ReplyEvent,
  now: Date,
  turn?: ReplyAttempt,
): Promise<Next | null> {
  const work = async (tx: Db): Promise<Next | null> => {
    const row = await tx.selectFrom('replies').selectAll().where('user_id', '=', userId).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || (turn && (row.attempts !== turn.attempts || row.sent_checks !== turn.looks || row.filing_attempts !== turn.filings)))
      return null
    const next = afterReply(replyOf(row), event, now)
    await saveReply(tx, userId, id, next.reply, now)
    return next
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

export async function saveReply(tx: Db, userId: string, id: string, reply: ReplyProgress, now: Date): Promise<void> {
  await tx
    .updateTable('replies')
    .set({
      ...{ state: reply.state, reason: reply.reason, attempts: reply.attempts, sent_checks: reply.looks, filing: reply.filing },
      ...{ filing_attempts: reply.filings, dispatched_at: reply.leftAt, sent_at: reply.sentAt, due_at: reply.dueAt, updated_at: now },
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Sealed, in their order. */
export async function readFiles(db: Db, userId: string, replyId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('reply_files')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('reply_id', '=', replyId)
    .orderBy('n')
    .execute()
  return rows.map(row => row.sealed)
}

/** How many files go with each of these. */
export async function countFiles(db: Db, userId: string, replyIds: string[]): Promise<Map<string, number>> {
  if (replyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reply_files')
    .select(e => ['reply_id', e.fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .where('reply_id', 'in', replyIds)
    .groupBy('reply_id')
    .execute()
  return new Map(rows.map(row => [row.reply_id, Number(row.count)]))
}

/** Where a message lies in its mailbox; null when there is none. */
export async function readMessageLocation(db: Db, userId: string, messageId: string) {
  const row = await db
    .selectFrom('messages')
    .select(['mailbox_id', 'folder', 'uid', 'uid_validity'])
    .where('user_id', '=', userId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const number = (value: string | null) => (value === null ? null : Number(value))
  return { mailboxId: row.mailbox_id, folder: row.folder ?? 'INBOX', uid: number(row.uid), uidValidity: number(row.uid_validity) }
}

export interface KeptOutgoing {
  settings: OutgoingSettings | null
  sealed: Buffer | null
}

export async function readOutgoing(db: Db, userId: string, mailboxId: string): Promise<KeptOutgoing> {
  const row = await db
    .selectFrom('mailbox_outgoing')
    .select(['settings', 'sealed'])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return { settings: z.nullable(OutgoingSettings).parse(row?.settings ?? null), sealed: row?.sealed ?? null }
}

/** What a person says of themselves in what they send from a mailbox. */
export async function readProfile(db: Db, userId: string, keys: PersonKeys, mailboxId: string): Promise<ReplyProfile> {
  const { sealed } = await readOutgoing(db, userId, mailboxId)
  return sealed ? openProfile(await keys.contentKeyOf(db, userId), userId, mailboxId, sealed) : noProfile
}

/** What is left out stays as it is. */
export async function saveOutgoing(
  db: Db,
  userId: string,
  mailboxId: string,
  change: { settings?: OutgoingSettings; source?: string; sealed?: Buffer },
  now: Date,
): Promise<void> {
  const { settings, source, sealed } = change
  const written = {
    ...(settings && { settings: JSON.stringify(settings), source: source ?? null }),
    ...(sealed && { sealed }),
    updated_at: now,
  }
  await db
    .insertInto('mailbox_outgoing')
    .values({ user_id: userId, mailbox_id: mailboxId, ...written })
    .onConflict(c => c.columns(['user_id', 'mailbox_id']).doUpdateSet(written))
    .execute()
}

/** What answers to these messages say goes with what is kept of the messages; that they were written stays. */
export async function dropReplies(tx: Tx, userId: string, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return
  const dropped = await tx
    .updateTable('replies')
    .set({ sealed: null })
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .where('due_at', 'is', null)
    .where('sealed', 'is not', null)
    .returning('id')
    .execute()
  if (dropped.length === 0) return
  const ids = dropped.map(row => row.id)
  await tx.deleteFrom('reply_files').where('user_id', '=', userId).where('reply_id', 'in', ids).execute()
}

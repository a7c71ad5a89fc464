// Stores one user's replies and how their mailboxes send.
import { z } from 'zod/mini'
import { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { afterReply, type ReplyEvent, type ReplyProgress, type ReplyTransition } from '../../../core/message/reply/state.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import { lockUser } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow } from '../../foundation/db/tables.ts'
import { type ReplyRow, toReplyProgress } from './rows.ts'
import { noProfile, openProfile, type ReplyProfile } from './sealed.ts'

/** The counters that identify one host's claim of a reply. */
export type ReplyAttempt = Pick<ReplyProgress, 'attempts' | 'sentChecks' | 'filingAttempts'>

/** False when the same phone message has made a reply already. */
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

export function readReply(db: Db, userId: string, id: string): Promise<ReplyRow | undefined> {
  return db.selectFrom('replies').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export function readByWamid(db: Db, userId: string, wamid: string): Promise<ReplyRow | undefined> {
  return db.selectFrom('replies').selectAll().where('user_id', '=', userId).where('wamid', '=', wamid).executeTakeFirst()
}

/** The replies to one message, the oldest first. */
export function listReplies(db: Db, userId: string, messageId: string): Promise<ReplyRow[]> {
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

/** Blocks other replies of this user until the transaction ends. */
export async function lockWriting(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
}

/** When the user's replies since then were written, cancelled ones excluded. Blocks other replies until the transaction ends. */
export async function readWrittenSince(tx: Tx, userId: string, since: Date): Promise<Date[]> {
  await lockWriting(tx, userId)
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

/** Applies an event to a reply and saves it; null when there is none, or another host has claimed it. */
export async function recordReplyEvent(
  db: Db,
  userId: string,
  id: string,
  event: ReplyEvent,
  now: Date,
  attempt?: ReplyAttempt,
): Promise<ReplyTransition | null> {
  const work = async (tx: Db): Promise<ReplyTransition | null> => {
    const row = await tx.selectFrom('replies').selectAll().where('user_id', '=', userId).where('id', '=', id).forUpdate().executeTakeFirst()
    if (
      !row ||
      (attempt &&
        (row.attempts !== attempt.attempts || row.sent_checks !== attempt.sentChecks || row.filing_attempts !== attempt.filingAttempts))
    )
      return null
    const next = afterReply(toReplyProgress(row), event, now)
    await saveReply(tx, userId, id, next.reply, now)
    return next
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

export async function saveReply(tx: Db, userId: string, id: string, reply: ReplyProgress, now: Date): Promise<void> {
  await tx
    .updateTable('replies')
    .set({
      ...{ state: reply.state, reason: reply.reason, attempts: reply.attempts, sent_checks: reply.sentChecks, filing: reply.filing },
      ...{
        filing_attempts: reply.filingAttempts,
        dispatched_at: reply.dispatchedAt,
        sent_at: reply.sentAt,
        due_at: reply.dueAt,
        updated_at: now,
      },
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** The sealed files, in order. */
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

/** The number of files by reply. */
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

/** Where a message is in its mailbox; null when there is none. */
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

export interface SavedOutgoing {
  settings: OutgoingSettings | null
  sealed: Buffer | null
}

export async function readOutgoing(db: Db, userId: string, mailboxId: string): Promise<SavedOutgoing> {
  const row = await db
    .selectFrom('mailbox_outgoing')
    .select(['settings', 'sealed'])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return { settings: z.nullable(OutgoingSettings).parse(row?.settings ?? null), sealed: row?.sealed ?? null }
}

/** How the user presents themselves in replies from a mailbox. */
export async function readProfile(db: Db, userId: string, keys: UserKeys, mailboxId: string): Promise<ReplyProfile> {
  const { sealed } = await readOutgoing(db, userId, mailboxId)
  return sealed ? openProfile(await keys.contentKeyOf(db, userId), userId, mailboxId, sealed) : noProfile
}

/** Absent fields stay unchanged. */
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

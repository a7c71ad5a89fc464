// The messages of one user: saved once, sealed, and read again.
import { sql } from 'kysely'
import type { MailView } from '../../../core/message/view.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow } from '../../foundation/db/tables.ts'
import type { SealKey } from '../../foundation/seal.ts'
import type { Arrived } from '../parsing/arrived.ts'
import { type KnownMessage, sortOut } from './known.ts'
import { type MessageSummary, openHead, openView, sealHead, sealView, summaryOf } from './sealed.ts'

export interface NewMessage {
  id: string
  arrived: Arrived
  view: MailView
  /** Null where it names no sender. */
  isFirstTimeSender?: boolean | null
}

/** Keeps the messages that are not known yet, in the caller's transaction; returns the ids of these. */
export async function saveOnce(tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[]): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const known = await readKnown(tx, userId, messages)
  const { fresh, moved, replaced } = sortOut(messages, known)
  for (const { id, arrived } of moved) await rename(tx, userId, id, arrived)
  if (replaced.length > 0) await tx.deleteFrom('messages').where('user_id', '=', userId).where('id', 'in', replaced).execute()
  if (fresh.length === 0) return new Set()
  const rows = await Promise.all(fresh.map(message => sealed(userId, contentKey, message)))
  const kept = await tx
    .insertInto('messages')
    .values(rows)
    .onConflict(c => c.columns(['user_id', 'mailbox_id', 'source_key']).doNothing())
    .returning('id')
    .execute()
  await noteAddressMail(tx, userId, fresh)
  return new Set(kept.map(row => row.id))
}

/** What lists show, by message id; a message past its retention is left out. */
export async function readHeads(db: Db, userId: string, keys: PersonKeys, messageIds: string[]): Promise<Map<string, MessageSummary>> {
  if (messageIds.length === 0) return new Map()
  const contentKey = await keys.contentKeyOf(db, userId)
  const rows = await db.selectFrom('messages').select(['id', 'head']).where('user_id', '=', userId).where('id', 'in', messageIds).execute()
  return new Map(rows.flatMap(row => (row.head ? [[row.id, openHead(contentKey, userId, row.id, row.head)]] : [])))
}

/** Null when there is no such message, or its retention has passed. */
export async function readView(db: Db, userId: string, keys: PersonKeys, messageId: string): Promise<MailView | null> {
  const row = await db.selectFrom('messages').select('view').where('user_id', '=', userId).where('id', '=', messageId).executeTakeFirst()
  return row?.view ? openView(await keys.contentKeyOf(db, userId), userId, messageId, row.view) : null
}

/** Is anything kept of one of these? */
export async function isAnyKept(db: Db, userId: string, messageIds: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', messageIds)
    .where('view', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function readKnown(tx: Tx, userId: string, messages: NewMessage[]): Promise<KnownMessage[]> {
  const arrivals = messages.map(m => m.arrived)
  const keys = arrivals.map(arrived => arrived.sourceKey)
  // What comes again after a day is kept under its key and an id.
  const addressed = arrivals.filter(arrived => arrived.kind === 'address')
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'mailbox_id', 'source_key', 'content_hash', 'folder', 'uid_validity', 'arrived_at'])
    .where('user_id', '=', userId)
    .where('mailbox_id', 'in', [...new Set(arrivals.map(arrived => arrived.mailboxId))])
    .where(where =>
      where.or([
        where('source_key', 'in', keys),
        ...(addressed.length > 0
          ? [where.and([where('content_hash', 'in', hashesOf(addressed)), where(sql`split_part(source_key, '@', 1)`, 'in', keys)])]
          : []),
        ...placesOf(arrivals).map(({ folder, uidValidity, hashes }) =>
          where.and([where('folder', '=', folder), where('uid_validity', '<>', uidValidity), where('content_hash', 'in', hashes)]),
        ),
      ]),
    )
    .execute()
  return rows.map(row => ({
    id: row.id,
    mailboxId: row.mailbox_id,
    sourceKey: row.source_key,
    contentHash: row.content_hash,
    folder: row.folder,
    uidValidity: row.uid_validity === null ? null : Number(row.uid_validity),
    arrivedAt: row.arrived_at,
  }))
}

/** Content tells nothing but a mail whose folder was numbered anew: of mails that a sender repeats, or a server keeps to itself, there may be many. */
function placesOf(arrivals: Arrived[]): { folder: string; uidValidity: string; hashes: Buffer[] }[] {
  const told = arrivals.filter(({ uidValidity, contentHash }) => uidValidity !== null && contentHash.length > 0)
  const places = Map.groupBy(told, ({ folder = '', uidValidity }) => `${uidValidity} ${folder}`)
  return [...places.values()].map(theirs => ({
    folder: theirs[0]?.folder ?? '',
    uidValidity: String(theirs[0]?.uidValidity),
    hashes: hashesOf(theirs),
  }))
}

const hashesOf = (arrivals: Arrived[]): Buffer[] => arrivals.map(arrived => arrived.contentHash)

async function rename(tx: Tx, userId: string, id: string, arrived: Arrived): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ source_key: arrived.sourceKey, uid_validity: arrived.uidValidity, uid: arrived.uid })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function sealed(
  userId: string,
  contentKey: SealKey,
  { id, arrived, view, isFirstTimeSender }: NewMessage,
): Promise<NewRow<'messages'>> {
  return {
    user_id: userId,
    id,
    mailbox_id: arrived.mailboxId,
    source_key: arrived.sourceKey,
    content_hash: arrived.contentHash,
    folder: arrived.folder ?? null,
    uid_validity: arrived.uidValidity,
    uid: arrived.uid,
    // A server may announce any size; the column holds 31 bits.
    size_bytes: Math.min(arrived.sizeBytes, 2 ** 31 - 1),
    arrived_at: arrived.arrivedAt,
    head: sealHead(contentKey, userId, id, summaryOf(view)),
    view: await sealView(contentKey, userId, id, view),
    erased_at: null,
    first_time_sender: isFirstTimeSender ?? null,
  }
}

// An address of ours has no connection to prove it alive: the mail itself is the proof.
async function noteAddressMail(tx: Tx, userId: string, fresh: NewMessage[]): Promise<void> {
  const mine = fresh.filter(m => m.arrived.kind === 'address')
  for (const [mailboxId, theirs] of [...Map.groupBy(mine, m => m.arrived.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = new Date(Math.max(...theirs.map(m => m.arrived.arrivedAt.getTime())))
    await tx
      .updateTable('mailboxes')
      .set({ last_mail_at: at, last_alive_at: at })
      .where('user_id', '=', userId)
      .where('id', '=', mailboxId)
      .execute()
  }
}

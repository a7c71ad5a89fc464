// Saves one user's messages once, sealed, and reads them.
import { sql } from 'kysely'
import { ownDate } from '../../../core/mailbox/own-dates.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow } from '../../foundation/db/tables.ts'
import type { SealKey } from '../../foundation/seal.ts'
import type { Arrived } from '../parsing/arrived.ts'
import { type KnownMessage, matchKnown } from './known.ts'
import { type MessageSummary, openHead, openView, sealHead, sealView, toSummary } from './sealed.ts'

export interface NewMessage {
  id: string
  arrived: Arrived
  view: MailView
  /** Null when the email names no sender. */
  isFirstTimeSender?: boolean | null
}

/**
 * Saves the messages that are not known yet, in the caller's transaction; returns their ids. `known` is what this transaction read of
 * them before. `defaultDays` is how long content is kept of users who have not chosen it; where it is not given, a sweep asks for it a
 * day later.
 */
export async function saveOnce(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  messages: NewMessage[],
  { defaultDays, known: knownBefore }: { defaultDays?: number | undefined; known?: KnownMessage[] } = {},
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const arrivals = messages.map(message => message.arrived)
  const known = knownBefore ?? (await readKnown(tx, userId, arrivals))
  const { fresh, moved, replaced } = matchKnown(messages, known)
  for (const { id, arrived } of moved) await updateLocation(tx, userId, id, arrived)
  if (replaced.length > 0) await tx.deleteFrom('messages').where('user_id', '=', userId).where('id', 'in', replaced).execute()
  if (fresh.length === 0) return new Set()
  const rows = await Promise.all(fresh.map(message => toSealedRows(userId, contentKey, message)))
  const kept = await tx
    .with('retention', q =>
      q.selectNoFrom(e => [
        e.fn
          .coalesce(
            e.selectFrom('settings').select('retention_days').where('user_id', '=', userId),
            sql<number | null>`${defaultDays ?? null}::int`,
          )
          .as('days'),
      ]),
    )
    .insertInto('messages')
    .values(rows.map(row => ({ ...row, erase_at: eraseAt(row.arrived_at) })))
    .onConflict(c => c.columns(['user_id', 'mailbox_id', 'source_key']).doNothing())
    .returning('id')
    .execute()
  await recordAddressActivity(tx, userId, fresh)
  return new Set(kept.map(row => row.id))
}

const eraseAt = (arrivedAt: Date) => sql<Date>`${arrivedAt}::timestamptz + greatest((select days from retention), 1) * interval '24 hours'`

/** Message summaries by id; messages past their retention are omitted. */
export async function readHeads(db: Db, userId: string, keys: UserKeys, messageIds: string[]): Promise<Map<string, MessageSummary>> {
  if (messageIds.length === 0) return new Map()
  const contentKey = await keys.contentKeyOf(db, userId)
  const rows = await db.selectFrom('messages').select(['id', 'head']).where('user_id', '=', userId).where('id', 'in', messageIds).execute()
  return new Map(rows.flatMap(row => (row.head ? [[row.id, openHead(contentKey, userId, row.id, row.head)]] : [])))
}

/** Null when there is no such message or its retention has passed. */
export async function readView(db: Db, userId: string, keys: UserKeys, messageId: string): Promise<MailView | null> {
  const row = await db.selectFrom('messages').select('view').where('user_id', '=', userId).where('id', '=', messageId).executeTakeFirst()
  return row?.view ? openView(await keys.contentKeyOf(db, userId), userId, messageId, row.view) : null
}

/** Whether any of these messages still has content. */
export async function isAnyMessageStored(db: Db, userId: string, messageIds: string[]): Promise<boolean> {
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

/** The saved messages that these may be equal to. */
export async function readKnown(tx: Tx, userId: string, arrivals: Arrived[]): Promise<KnownMessage[]> {
  const keys = arrivals.map(arrived => arrived.sourceKey)
  const mailboxIds = [...new Set(arrivals.map(arrived => arrived.mailboxId))]
  const ofUser = () =>
    tx
      .selectFrom('messages')
      .select(['id', 'mailbox_id', 'source_key', 'content_hash', 'folder', 'uid_validity', 'arrived_at'])
      .where('user_id', '=', userId)
  // An email repeated after a day is saved under its key plus an id.
  const addressed = arrivals.filter(arrived => arrived.kind === 'address')
  // A query for each way to recognize one, by one index each: with `or`, PostgreSQL may read the entire mailbox.
  const queries = [
    ...(addressed.length > 0
      ? [ofUser().where('content_hash', 'in', hashesOf(addressed)).where(sql`split_part(source_key, '@', 1)`, 'in', keys)]
      : []),
    ...foldersWithHashes(arrivals).map(({ folder, uidValidity, hashes }) =>
      ofUser().where('content_hash', 'in', hashes).where('folder', '=', folder).where('uid_validity', '<>', uidValidity),
    ),
  ]
  const bySource = ofUser().where('mailbox_id', 'in', mailboxIds).where('source_key', 'in', keys)
  const found = await queries.reduce((all, query) => all.union(query), bySource).execute()
  const rows = found.filter(row => mailboxIds.includes(row.mailbox_id))
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

/** Content hashes are compared only across renumberings: otherwise equal hashes are common, from repeated or unreturned emails. */
function foldersWithHashes(arrivals: Arrived[]): { folder: string; uidValidity: string; hashes: Buffer[] }[] {
  const withContent = arrivals.filter(({ uidValidity, contentHash }) => uidValidity !== null && contentHash.length > 0)
  const byFolder = Map.groupBy(withContent, ({ folder = '', uidValidity }) => `${uidValidity} ${folder}`)
  return [...byFolder.values()].map(arrivalsInFolder => ({
    folder: arrivalsInFolder[0]?.folder ?? '',
    uidValidity: String(arrivalsInFolder[0]?.uidValidity),
    hashes: hashesOf(arrivalsInFolder),
  }))
}

const hashesOf = (arrivals: Arrived[]): Buffer[] => arrivals.map(arrived => arrived.contentHash)

async function updateLocation(tx: Tx, userId: string, id: string, arrived: Arrived): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ source_key: arrived.sourceKey, uid_validity: arrived.uidValidity, uid: arrived.uid })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function toSealedRows(
  userId: string,
  contentKey: SealKey,
  { id, arrived, view, isFirstTimeSender }: NewMessage,
): Promise<NewRow<'messages'> & { arrived_at: Date }> {
  return {
    user_id: userId,
    id,
    mailbox_id: arrived.mailboxId,
    source_key: arrived.sourceKey,
    content_hash: arrived.contentHash,
    folder: arrived.folder ?? null,
    uid_validity: arrived.uidValidity,
    uid: arrived.uid,
    // A server may report any size; the column holds 31 bits.
    size_bytes: Math.min(arrived.sizeBytes, 2 ** 31 - 1),
    arrived_at: arrived.arrivedAt,
    dated_at: ownDate(arrived.datedAt ?? null, arrived.arrivedAt),
    head: sealHead(contentKey, userId, id, toSummary(view)),
    view: await sealView(contentKey, userId, id, view),
    erased_at: null,
    first_time_sender: isFirstTimeSender ?? null,
  }
}

// Our own addresses have no connection to prove them alive: the email itself is the proof.
async function recordAddressActivity(tx: Tx, userId: string, fresh: NewMessage[]): Promise<void> {
  const mine = fresh.filter(m => m.arrived.kind === 'address')
  for (const [mailboxId, arrivals] of [...Map.groupBy(mine, m => m.arrived.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = new Date(Math.max(...arrivals.map(m => m.arrived.arrivedAt.getTime())))
    await tx
      .updateTable('mailboxes')
      .set({ last_mail_at: at, last_alive_at: at })
      .where('user_id', '=', userId)
      .where('id', '=', mailboxId)
      .execute()
  }
}

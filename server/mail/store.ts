// The mailboxes and messages of one person: messages are kept once, sealed, and read again.
import { sql } from 'kysely'
import type { ImapSettings } from '../../core/api/mail.ts'
import type { Cursor } from '../../core/mailbox/cursor.ts'
import type { MailView } from '../../core/message/view.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db, Tx } from '../db/pool.ts'
import type { NewRow, Row, RowChange } from '../db/tables.ts'
import type { Key } from '../seal.ts'
import type { Arrived } from './arrived.ts'
import { type KnownMessage, sortOut } from './known.ts'
import { type Head, headOf, openHead, openView, sealHead, sealView } from './sealed.ts'

export type KeptMailbox = Row<'mailboxes'>

/** Another host watches the mailbox by now, or its person paused, changed or removed it: nothing may be written for it. */
export class LeaseLost extends Error {}

export function listMailboxes(db: Db, userId: string): Promise<KeptMailbox[]> {
  return db.selectFrom('mailboxes').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

export function readMailbox(db: Db, userId: string, id: string): Promise<KeptMailbox | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export interface NewImap {
  id: string
  address: string
  settings: ImapSettings
  secret: Buffer
  now: Date
}

export function addImapMailbox(db: Db, userId: string, { id, address, settings, secret, now }: NewImap): Promise<KeptMailbox> {
  const row = {
    user_id: userId,
    id,
    kind: 'imap' as const,
    address,
    settings: JSON.stringify(settings),
    secret,
    state: 'connecting' as const,
    lease_token: 0,
  }
  return db
    .insertInto('mailboxes')
    .values({ ...row, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A mailbox that is an address of ours: live from its first moment. */
export async function addAddressMailbox(db: Db, userId: string, id: string, address: string, now: Date): Promise<KeptMailbox> {
  const row = {
    user_id: userId,
    id,
    kind: 'address' as const,
    address,
    settings: '{}',
    state: 'live' as const,
    lease_token: 0,
    created_at: now,
  }
  return inTransaction(db, async tx => {
    const kept = await tx.insertInto('mailboxes').values(row).returningAll().executeTakeFirstOrThrow()
    await tx.insertInto('mailbox_addresses').values({ address, user_id: userId, mailbox_id: id }).execute()
    return kept
  })
}

export interface MailboxChange {
  paused?: boolean | undefined
  secret?: Buffer | undefined
}

/** Changes what the person may change, and takes the mailbox from whoever watches it, so that the change is seen. */
export function changeMailbox(db: Db, userId: string, id: string, change: MailboxChange): Promise<KeptMailbox | undefined> {
  const state = sql<KeptMailbox['state']>`case when ${change.paused ?? null}::boolean then 'paused'
    when state = 'paused' and ${change.paused ?? null}::boolean is null then 'paused'
    when kind = 'address' then 'live' else 'connecting' end`
  return db
    .updateTable('mailboxes')
    .set({ ...untied, state, reason: null, ...(change.secret && { secret: change.secret }) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Removes the mailbox; its messages stay until their retention has passed. */
export function removeMailbox(db: Db, userId: string, id: string): Promise<boolean> {
  return inTransaction(db, async tx => {
    await tx.deleteFrom('mailbox_addresses').where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    const gone = await tx.deleteFrom('mailboxes').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
    return gone.numDeletedRows > 0n
  })
}

export interface Watched {
  id: string
  leaseToken: number
}

/** Moves the cursor in the transaction that keeps the mail before it; throws LeaseLost when another may be watching. */
export async function moveCursor(db: Db, userId: string, watched: Watched, cursor: Cursor, mailAt: Date | null): Promise<void> {
  await writeWatched(db, userId, watched, {
    uid_validity: cursor.uidValidity,
    uid_next: cursor.uidNext,
    ...(mailAt && { last_mail_at: mailAt }),
  })
}

/** What the person sees; a mailbox that needs them is watched no more until they act. */
export async function setMailboxState(
  db: Db,
  userId: string,
  watched: Watched,
  state: KeptMailbox['state'],
  reason: string | null,
): Promise<void> {
  await writeWatched(db, userId, watched, {
    state,
    reason,
    ...(state === 'needs_you' && { lease_host: null, lease_until: null, lease_token: watched.leaseToken + 1 }),
  })
}

/** The server counts anew: the UIDs that we know mean nothing any more, and messages are known by their content alone. */
export async function forgetNumbering(db: Db, userId: string, watched: Watched): Promise<void> {
  await inTransaction(db, async tx => {
    await writeWatched(tx, userId, watched, { reason: null })
    await tx
      .updateTable('messages')
      .set({ source_key: sql`source_key || '!' || id`, uid_validity: 0, uid: null })
      .where('user_id', '=', userId)
      .where('mailbox_id', '=', watched.id)
      .where('uid_validity', '<>', '0')
      .execute()
  })
}

export interface NewMessage {
  id: string
  arrived: Arrived
  view: MailView
}

/** Keeps the messages that are not known yet, in the caller's transaction; returns the ids of these. */
export async function saveOnce(tx: Tx, userId: string, contentKey: Key, messages: NewMessage[]): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const known = await readKnown(tx, userId, messages)
  const { fresh, moved } = sortOut(messages, known)
  for (const { id, arrived } of moved) await rename(tx, userId, id, arrived)
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
export async function readHeads(db: Db, userId: string, keys: PersonKeys, messageIds: string[]): Promise<Map<string, Head>> {
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

/** Bumping the token refuses every later write of the host that watched it until now. */
const untied = { lease_host: null, lease_until: null, lease_token: sql<string>`lease_token + 1` }

async function writeWatched(db: Db, userId: string, watched: Watched, change: RowChange<'mailboxes'>): Promise<void> {
  const written = await db
    .updateTable('mailboxes')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', watched.id)
    .where('lease_token', '=', String(watched.leaseToken))
    .executeTakeFirst()
  if (written.numUpdatedRows !== 1n) throw new LeaseLost('The mailbox is watched by another host, or its settings have changed.')
}

function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

async function readKnown(tx: Tx, userId: string, messages: NewMessage[]): Promise<KnownMessage[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'mailbox_id', 'source_key', 'content_hash', 'uid_validity', 'arrived_at'])
    .where('user_id', '=', userId)
    .where('mailbox_id', 'in', [...new Set(messages.map(m => m.arrived.mailboxId))])
    .where(where =>
      where.or([
        where(
          'source_key',
          'in',
          messages.map(m => m.arrived.sourceKey),
        ),
        where(
          'content_hash',
          'in',
          messages.map(m => m.arrived.contentHash),
        ),
      ]),
    )
    .execute()
  return rows.map(row => ({
    id: row.id,
    mailboxId: row.mailbox_id,
    sourceKey: row.source_key,
    contentHash: row.content_hash,
    uidValidity: row.uid_validity === null ? null : Number(row.uid_validity),
    arrivedAt: row.arrived_at,
  }))
}

async function rename(tx: Tx, userId: string, id: string, arrived: Arrived): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ source_key: arrived.sourceKey, uid_validity: arrived.uidValidity, uid: arrived.uid })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function sealed(userId: string, contentKey: Key, { id, arrived, view }: NewMessage): Promise<NewRow<'messages'>> {
  return {
    user_id: userId,
    id,
    mailbox_id: arrived.mailboxId,
    source_key: arrived.sourceKey,
    content_hash: arrived.contentHash,
    uid_validity: arrived.uidValidity,
    uid: arrived.uid,
    // A server may announce any size; the column holds 31 bits.
    size_bytes: Math.min(arrived.sizeBytes, 2 ** 31 - 1),
    arrived_at: arrived.arrivedAt,
    head: sealHead(contentKey, userId, id, headOf(view)),
    view: await sealView(contentKey, userId, id, view),
    erased_at: null,
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

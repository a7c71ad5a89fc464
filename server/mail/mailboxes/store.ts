// The mailboxes of one user, and which host may write for them.
import { sql, type UpdateObject } from 'kysely'
import type { ImapSettings } from '../../../core/api/mail.ts'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row, Tables } from '../../foundation/db/tables.ts'

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
  /** In the table of providers. */
  provider?: string | null
  now: Date
  /** The inbox, where nothing else is said. */
  folders?: NewFolder[]
}

export interface NewFolder {
  name: string
  /** Mail that the server dates from here on is ours. */
  startsAt: Date
  /** Where that is known already. */
  cursor: FolderCursor | null
}

export async function addImapMailbox(db: Db, userId: string, mailbox: NewImap): Promise<KeptMailbox> {
  const { id, address, settings, secret, provider = null, now, folders = [{ name: 'INBOX', startsAt: now, cursor: null }] } = mailbox
  const row = {
    user_id: userId,
    id,
    kind: 'imap' as const,
    address,
    settings: JSON.stringify(settings),
    secret,
    provider,
    state: 'connecting' as const,
    lease_token: 0,
  }
  return inTransaction(db, async tx => {
    await addFolders(tx, userId, id, folders)
    return tx
      .insertInto('mailboxes')
      .values({ ...row, created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** A folder that is watched already stays as it is. */
export async function addFolders(db: Db, userId: string, mailboxId: string, folders: NewFolder[]): Promise<void> {
  if (folders.length === 0) return
  const rows = folders.map(({ name, startsAt, cursor }) => ({
    user_id: userId,
    mailbox_id: mailboxId,
    name,
    starts_at: startsAt,
    uid_validity: cursor?.uidValidity ?? null,
    uid_next: cursor?.uidNext ?? null,
    first_uid: cursor?.uidNext ?? null,
  }))
  await db
    .insertInto('folder_syncs')
    .values(rows)
    .onConflict(c => c.columns(['user_id', 'mailbox_id', 'name']).doNothing())
    .execute()
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
  settings?: ImapSettings | undefined
}

/** Changes what the person may change, and takes the mailbox from whoever watches it, so that the change is seen. */
export function changeMailbox(db: Db, userId: string, id: string, change: MailboxChange): Promise<KeptMailbox | undefined> {
  const state = sql<KeptMailbox['state']>`case when ${change.paused ?? null}::boolean then 'paused'
    when state = 'paused' and ${change.paused ?? null}::boolean is null then 'paused'
    when kind = 'address' then 'live' else 'connecting' end`
  return db
    .updateTable('mailboxes')
    .set({ ...untied, state, reason: null, ...(change.paused && { down_since: null, down_notified_at: null }), ...written(change) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

const written = ({ secret, settings }: MailboxChange) => ({
  ...(secret && { secret }),
  ...(settings && { settings: JSON.stringify(settings) }),
})

/**
 * Holds a mailbox until the transaction ends; false when it is gone. Locks are taken in one order everywhere: grant, mailbox, its
 * folders, as whoever keeps mail takes them.
 */
export async function lockMailbox(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mailboxes')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the mailbox; its messages stay until their retention has passed. */
export function removeMailbox(db: Db, userId: string, id: string): Promise<boolean> {
  return inTransaction(db, async tx => {
    await tx.deleteFrom('mailbox_token_locks').where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    const gone = await tx.deleteFrom('mailboxes').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
    for (const table of ['folder_syncs', 'mailbox_addresses', 'mailbox_confirmations', 'mailbox_senders', 'mailbox_outgoing'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    return gone.numDeletedRows > 0n
  })
}

export interface Watched {
  id: string
  leaseToken: number
}

/** What the person sees; a mailbox that needs them is watched no more until they act. Throws LeaseLost when another may be watching. */
export async function setMailboxState(
  db: Db,
  userId: string,
  watched: Watched,
  state: 'live' | 'waiting' | 'needs_you',
  reason: string | null,
  now: Date,
): Promise<void> {
  await writeWatched(db, userId, watched, {
    state,
    reason,
    down_since: sql<Date | null>`case when ${state !== 'live'}::boolean then coalesce(down_since, ${now}) end`,
    ...(state === 'live' && { down_notified_at: null, last_alive_at: sql<Date>`greatest(last_alive_at, ${now})` }),
    ...(state === 'needs_you' && { lease_host: null, lease_until: null, lease_token: watched.leaseToken + 1 }),
  })
}

/** A second connection saw what the watch has seen. */
export async function setSecondPath(db: Db, userId: string, watched: Watched, now: Date): Promise<void> {
  await writeWatched(db, userId, watched, { cross_checked_at: now })
}

/** Bumping the token refuses every later write of the host that watched it until now. */
const untied = { lease_host: null, lease_until: null, lease_token: sql<string>`lease_token + 1` }

async function writeWatched(db: Db, userId: string, watched: Watched, change: UpdateObject<Tables, 'mailboxes'>): Promise<void> {
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

/** Drops every mailbox and message of a person who leaves; whoever watches one loses its lease with the row. */
export async function eraseMail(tx: Tx, userId: string): Promise<void> {
  for (const table of [
    'mailbox_sign_ins',
    'mailbox_token_locks',
    'mailboxes',
    'folder_syncs',
    'mailbox_addresses',
    'mailbox_confirmations',
    'mailbox_senders',
    'mailbox_events',
    'mailbox_erasures',
    'message_copies',
    'mailbox_actions',
    'web_views',
    'web_view_links',
    'mailbox_outgoing',
    'replies',
    'reply_files',
    'messages',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

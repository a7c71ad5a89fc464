// Stores one user's mailboxes, and checks which host may write for them.
import { sql, type UpdateObject } from 'kysely'
import type { ImapSettings } from '../../../core/api/mail.ts'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row, Tables } from '../../foundation/db/tables.ts'

export type MailboxRow = Row<'mailboxes'>

/** Another host has taken over, or the user paused, changed or removed the mailbox: this host may not write for it. */
export class LeaseLost extends Error {}

export function listMailboxes(db: Db, userId: string): Promise<MailboxRow[]> {
  return db.selectFrom('mailboxes').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

export function readMailbox(db: Db, userId: string, id: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export interface NewImapRow {
  id: string
  address: string
  settings: ImapSettings
  secret: Buffer
  /** The id in our table of providers. */
  provider?: string | null
  now: Date
  /** The inbox by default. */
  folders?: NewFolder[]
}

export interface NewFolder {
  name: string
  /** Emails that the server dates from here on are received. */
  startsAt: Date
  /** If known already. */
  cursor: FolderCursor | null
}

export async function addImapMailbox(db: Db, userId: string, mailbox: NewImapRow): Promise<MailboxRow> {
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

/** Folders that are watched already stay unchanged. */
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

/** Counts the user's mailboxes; until the transaction ends nobody else counts them, so that two additions can't both be the last. */
export async function countToAdd(tx: Db, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailboxes ${userId}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('mailboxes')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** A mailbox with one of our addresses is live from the start. */
export async function addAddressMailbox(db: Db, userId: string, id: string, address: string, now: Date): Promise<MailboxRow> {
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

/** Changes a mailbox's settings and revokes its lease, so that the change takes effect. */
export function changeMailbox(db: Db, userId: string, id: string, change: MailboxChange): Promise<MailboxRow | undefined> {
  const state = sql<MailboxRow['state']>`case when ${change.paused ?? null}::boolean then 'paused'
    when state = 'paused' and ${change.paused ?? null}::boolean is null then 'paused'
    when kind = 'address' then 'live' else 'connecting' end`
  return db
    .updateTable('mailboxes')
    .set({
      ...revokedLease,
      ...newStart,
      state,
      reason: null,
      ...(change.paused && { down_since: null, down_notified_at: null }),
      ...toColumns(change),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * The user's mailboxes are not watched before `until`; null watches them again at once. The host that watches one now loses its lease.
 * Addresses of ours go on receiving: their senders would give up otherwise.
 */
export async function suspendMailboxes(tx: Tx, userId: string, until: Date | null): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ suspended_until: until, ...(until && revokedLease) })
    .where('user_id', '=', userId)
    .where('kind', '=', 'imap')
    .execute()
}

const toColumns = ({ secret, settings }: MailboxChange) => ({
  ...(secret && { secret }),
  ...(settings && { settings: JSON.stringify(settings) }),
})

/**
 * Locks a mailbox until the transaction ends; false when it is gone. Locks are taken in the same order everywhere: grant, mailbox,
 * folders.
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

/** Removes the mailbox; its messages stay until their retention ends. */
export function removeMailbox(db: Db, userId: string, id: string): Promise<boolean> {
  return inTransaction(db, async tx => {
    await tx.deleteFrom('mailbox_token_locks').where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    const gone = await tx.deleteFrom('mailboxes').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
    for (const table of ['folder_syncs', 'mailbox_addresses', 'mailbox_confirmations', 'mailbox_senders', 'mailbox_outgoing'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    return gone.numDeletedRows > 0n
  })
}

export interface WatchLease {
  id: string
  leaseToken: number
}

/** Sets the state that the user sees; a mailbox that needs them is not watched until they act, or until `retryAt`. Throws LeaseLost. */
export async function setMailboxState(
  db: Db,
  userId: string,
  watched: WatchLease,
  state: 'live' | 'waiting' | 'needs_you',
  reason: string | null,
  now: Date,
  retryAt: Date | null = null,
): Promise<void> {
  await writeWatched(db, userId, watched, {
    state,
    reason,
    retry_at: retryAt,
    down_since: sql<Date | null>`case when ${state !== 'live'}::boolean then coalesce(down_since, ${now}) end`,
    ...(state === 'live' && {
      down_notified_at: null,
      refused_at: null,
      retries: 0,
      last_alive_at: sql<Date>`greatest(last_alive_at, ${now})`,
    }),
    ...(state === 'needs_you' && {
      ...{ lease_host: null, lease_until: null, lease_token: watched.leaseToken + 1 },
      retries: sql<number>`retries + 1`,
    }),
  })
}

/** Records that a second connection confirmed the watch. */
export async function setSecondPath(db: Db, userId: string, watched: WatchLease, now: Date): Promise<void> {
  await writeWatched(db, userId, watched, { cross_checked_at: now })
}

/** Earlier refusals say nothing about changed settings. */
const newStart = { refused_at: null, retry_at: null, retries: 0 }

/** Incrementing the token rejects all later writes of the previous host. */
const revokedLease = { lease_host: null, lease_until: null, lease_token: sql<string>`lease_token + 1` }

async function writeWatched(db: Db, userId: string, watched: WatchLease, change: UpdateObject<Tables, 'mailboxes'>): Promise<void> {
  const toColumns = await db
    .updateTable('mailboxes')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', watched.id)
    .where('lease_token', '=', String(watched.leaseToken))
    .executeTakeFirst()
  if (toColumns.numUpdatedRows !== 1n) throw new LeaseLost('Another host watches the mailbox, or its settings have changed.')
}

function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Deletes all mailboxes and messages of a user who deletes their account; leases end with the rows. */
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
    'retention_changes',
    'message_copies',
    'mailbox_actions',
    'web_views',
    'web_view_links',
    'mailbox_outgoing',
    'replies',
    'reply_files',
    'message_counts',
    'message_count_progress',
    'messages',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

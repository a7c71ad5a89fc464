// The mailboxes of one person, and how far each has been read.
import { sql } from 'kysely'
import type { ImapSettings } from '../../core/api/mail.ts'
import type { Cursor } from '../../core/mailbox/cursor.ts'
import type { Db, Tx } from '../db/pool.ts'
import type { Row, RowChange } from '../db/tables.ts'

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
  settings?: ImapSettings | undefined
}

/** Changes what the person may change, and takes the mailbox from whoever watches it, so that the change is seen. */
export function changeMailbox(db: Db, userId: string, id: string, change: MailboxChange): Promise<KeptMailbox | undefined> {
  const state = sql<KeptMailbox['state']>`case when ${change.paused ?? null}::boolean then 'paused'
    when state = 'paused' and ${change.paused ?? null}::boolean is null then 'paused'
    when kind = 'address' then 'live' else 'connecting' end`
  return db
    .updateTable('mailboxes')
    .set({ ...untied, state, reason: null, ...written(change) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

const written = ({ secret, settings }: MailboxChange) => ({
  ...(secret && { secret }),
  ...(settings && { settings: JSON.stringify(settings) }),
})

/** Removes the mailbox; its messages stay until their retention has passed. */
export function removeMailbox(db: Db, userId: string, id: string): Promise<boolean> {
  return inTransaction(db, async tx => {
    await tx.deleteFrom('mailbox_addresses').where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
    await tx.deleteFrom('mailbox_confirmations').where('user_id', '=', userId).where('mailbox_id', '=', id).execute()
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

/** Drops every mailbox and message of a person who leaves; whoever watches one loses its lease with the row. */
export async function eraseMail(tx: Tx, userId: string): Promise<void> {
  for (const table of [
    'mailbox_addresses',
    'mailbox_confirmations',
    'mailbox_folders',
    'mailbox_events',
    'mailboxes',
    'mail_copies',
    'mail_deeds',
    'messages',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

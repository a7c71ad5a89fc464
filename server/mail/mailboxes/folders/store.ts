// Stores the watched folders of one user's mailbox and their progress; a host without the lease cannot write.
import { type QueryCreator, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely'
import type { FolderCursor } from '../../../../core/mailbox/cursor.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row, Tables } from '../../../foundation/db/tables.ts'
import { addFolders, LeaseLost, type NewFolder, type WatchLease } from '../store.ts'

export type FolderRow = Row<'folder_syncs'>

export function listFolders(db: Db, userId: string, mailboxIds: string[]): Promise<FolderRow[]> {
  if (mailboxIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('folder_syncs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mailbox_id', 'in', mailboxIds)
    .orderBy(sql`name = 'INBOX'`, 'desc')
    .orderBy('name')
    .execute()
}

/** Sets the watched folders; new ones start at `now`. The caller revokes the mailbox's lease. */
export async function chooseFolders(db: Db, userId: string, mailboxId: string, names: string[], now: Date): Promise<void> {
  await db
    .deleteFrom('folder_syncs')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('name', 'not in', names)
    .execute()
  await addFolders(
    db,
    userId,
    mailboxId,
    names.map(name => ({ name, startsAt: now, cursor: null })),
  )
}

/** Rereads the folders from an earlier time; saved messages are recognized by their location. */
export async function restartFolders(db: Db, userId: string, mailboxId: string, startsAt: Date): Promise<void> {
  await db
    .updateTable('folder_syncs')
    .set({ starts_at: startsAt, uid_validity: null, uid_next: null, first_uid: null })
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('starts_at', '>', startsAt)
    .execute()
}

export interface CursorMove {
  /** Null when it stays unchanged. */
  cursor: FolderCursor | null
  /** When it passed emails; null when it passed none or one is missing. */
  at: Date | null
  /** When emails came; null when none did. */
  mailAt: Date | null
}

/**
 * Moves the cursor in the transaction that saves the emails before it; throws LeaseLost when another host may be watching.
 * `hasActions`: filter actions wait in this mailbox, those of this transaction included.
 */
export async function moveCursor(
  db: Db,
  userId: string,
  watched: WatchLease,
  folder: string,
  { cursor, at, mailAt }: CursorMove,
): Promise<{ hasActions: boolean }> {
  // A host that saves a folder's emails has opened it.
  const moved = cursor && { uid_validity: cursor.uidValidity, uid_next: cursor.uidNext }
  const change = { is_gone: false, ...moved, ...(at && { synced_at: at }) }
  return writeFolder(db, userId, watched, folder, change, mailAt)
}

/** Records a folder's first or repeated read: everything from `firstUid` on is saved. */
export async function beginFolder(
  db: Db,
  userId: string,
  watched: WatchLease,
  folder: string,
  { uidValidity, uidNext, firstUid, at }: FolderCursor & { firstUid: number; at: Date },
): Promise<void> {
  const change = { uid_validity: uidValidity, uid_next: uidNext, first_uid: firstUid, synced_at: at, on_server: null, stored: null }
  await writeFolder(db, userId, watched, folder, { ...change, reconciled_at: null }, null)
}

export async function setFolderGone(db: Db, userId: string, watched: WatchLease, folder: string, isGone: boolean): Promise<void> {
  await writeFolder(db, userId, watched, folder, { is_gone: isGone }, null)
}

/** Clears the UIDs of saved messages in a folder; callers narrow down which. */
const clearUids = (tx: Db, userId: string, { id }: WatchLease, folder: string) =>
  tx
    .updateTable('messages')
    .set({ source_key: sql<string>`source_key || '!' || id`, uid_validity: 0, uid: null })
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', id)
    .where('folder', '=', folder)

/** After a renumbering, saved UIDs are meaningless: messages are recognized by content alone. */
export async function forgetNumbering(db: Db, userId: string, watched: WatchLease, folder: string): Promise<void> {
  await inTransaction(db, async tx => {
    await writeFolder(tx, userId, watched, folder, { first_uid: null }, null)
    await clearUids(tx, userId, watched, folder).where('uid_validity', '<>', '0').execute()
  })
}

/** These UIDs belong to other emails now: messages saved under them are recognized by content alone. */
export async function forgetUids(
  db: Db,
  userId: string,
  watched: WatchLease,
  { folder, uidValidity }: { folder: string; uidValidity: number },
  uids: number[],
): Promise<void> {
  await inTransaction(db, async tx => {
    await writeFolder(tx, userId, watched, folder, { reconciled_at: null }, null)
    await clearUids(tx, userId, watched, folder)
      .where('uid_validity', '=', String(uidValidity))
      .where('uid', 'in', uids.map(String))
      .execute()
  })
}

/** Renames folders and their messages, replacing missing folders with those names. All at once, as folders may have swapped names. */
export async function renameFolders(
  db: Db,
  userId: string,
  watched: WatchLease,
  renamed: { from: string; to: string }[],
  added: NewFolder[],
): Promise<void> {
  const passing = (to: string) => `${to}\u0001`
  await inTransaction(db, async tx => {
    for (const { from, to } of renamed) await renameFolder(tx, userId, watched, from, passing(to))
    const names = renamed.map(({ to }) => to)
    await tx
      .deleteFrom('folder_syncs')
      .where('user_id', '=', userId)
      .where('mailbox_id', '=', watched.id)
      .where('name', 'in', names)
      .execute()
    for (const to of names) await renameFolder(tx, userId, watched, passing(to), to)
    await addFolders(tx, userId, watched.id, added)
  })
}

async function renameFolder(db: Db, userId: string, watched: WatchLease, from: string, to: string): Promise<void> {
  await writeFolder(db, userId, watched, from, { name: to, is_gone: false }, null)
  await db
    .updateTable('messages')
    .set({ folder: to, source_key: sql`${to}::text || substr(source_key, char_length(${from}::text) + 1)` })
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', watched.id)
    .where('folder', '=', from)
    .execute()
}

/** Checks the lease token on a row that stays locked until the transaction ends, so that no host can take over in between. */
export async function writeFolder(
  db: Db,
  userId: string,
  watched: WatchLease,
  folder: string,
  change: UpdateObject<Tables, 'folder_syncs'>,
  mailAt: Date | null,
): Promise<{ hasActions: boolean }> {
  const mine = (qc: QueryCreator<Tables>) => {
    const isMine = { user_id: userId, id: watched.id, lease_token: String(watched.leaseToken) }
    if (!mailAt)
      return qc
        .selectFrom('mailboxes')
        .select('id')
        .where(e => e.and(isMine))
        .forShare()
    const touched = qc.updateTable('mailboxes').set({ last_mail_at: mailAt })
    return touched.where(e => e.and(isMine)).returning('id')
  }
  const written = await db
    .with('mine', mine)
    .updateTable('folder_syncs')
    .from('mine')
    .set(change)
    .where('folder_syncs.user_id', '=', userId)
    .whereRef('folder_syncs.mailbox_id', '=', 'mine.id')
    .where('folder_syncs.name', '=', folder)
    .returning(e => e.exists(waitingActions(e.selectFrom('mailbox_actions'), userId, watched.id)).as('hasActions'))
    .executeTakeFirst()
  if (!written) throw new LeaseLost('Another host watches the mailbox, or its settings have changed.')
  return { hasActions: Boolean(written.hasActions) }
}

const waitingActions = (actions: SelectQueryBuilder<Tables, 'mailbox_actions', object>, userId: string, mailboxId: string) =>
  actions
    .select('mailbox_actions.id')
    .where('mailbox_actions.user_id', '=', userId)
    .where('mailbox_actions.mailbox_id', '=', mailboxId)
    .where('mailbox_actions.source', '=', sql.lit('filter'))
    .where('mailbox_actions.state', '=', sql.lit('waiting'))

function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

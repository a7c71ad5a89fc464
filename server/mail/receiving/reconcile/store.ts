// Reads saved messages of one user's folder by UID, and saves the result of reconciling it with the server.
import { sql } from 'kysely'
import { parseUidSet, type UidRanges } from '../../../../core/mailbox/uids.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import { writeFolder } from '../../mailboxes/folders/store.ts'
import type { WatchLease } from '../../mailboxes/store.ts'

export interface LedgerFolder {
  mailboxId: string
  folder: string
  uidValidity: number
}

/** The UID from which every email in the folder should be saved; null before it was first read. */
export async function readFirstUid(db: Db, userId: string, mailboxId: string, folder: string): Promise<number | null> {
  const row = await db
    .selectFrom('folder_syncs')
    .select('first_uid')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('name', '=', folder)
    .executeTakeFirst()
  return row && row.first_uid !== null ? Number(row.first_uid) : null
}

/** Saved UIDs from `first` to `last`; with `isUnseen`, only those whose content the server never returned. */
export async function readStoredUids(
  db: Db,
  userId: string,
  { mailboxId, folder, uidValidity }: LedgerFolder,
  [first, last]: [number, number],
  isUnseen = false,
): Promise<UidRanges> {
  // The database builds the ranges: a folder may hold hundreds of thousands of messages.
  const { rows } = await sql<{ uids: string | null }>`
    select string_agg(lower(r) || ':' || upper(r) - 1, ',') as uids from unnest((
      select range_agg(int8range(uid, uid, '[]')) from messages
      where user_id = ${userId} and mailbox_id = ${mailboxId} and folder = ${folder} and uid_validity = ${uidValidity}
        and uid between ${first} and ${last} ${isUnseen ? sql`and content_hash = ''` : sql``})) as r`.execute(db)
  return parseUidSet(rows[0]?.uids ?? '')
}

/** The messages saved under these UIDs. */
export async function readByUid(
  db: Db,
  userId: string,
  { mailboxId, folder, uidValidity }: LedgerFolder,
  uids: number[],
): Promise<{ id: string; uid: number; contentHash: Buffer }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'uid', 'content_hash'])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', folder)
    .where('uid_validity', '=', String(uidValidity))
    .where('uid', 'in', uids.map(String))
    .execute()
  return rows.map(row => ({ id: row.id, uid: Number(row.uid), contentHash: row.content_hash }))
}

const weekMs = 7 * 24 * 60 * 60_000
const minGaps = 5

/** Of all the user's mailboxes: where none of these are this mailbox's, its emails are too rare to tell. */
const newestEmails = 1_000

/** The median gap between emails in the mailbox's last week, by their own dates; null when there are too few to tell. */
export async function readUsualGap(db: Db, userId: string, mailboxId: string): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null; emails: string }>`
    with emails as (
      select dated_at from (
        select mailbox_id, dated_at from messages where user_id = ${userId} order by dated_at desc limit ${newestEmails}) newest
      where mailbox_id = ${mailboxId}),
    recent as (select dated_at from emails where dated_at > (select max(dated_at) - ${weekMs} * interval '1 millisecond' from emails)),
    gaps as (select dated_at - lag(dated_at) over (order by dated_at) as gap from recent)
    select percentile_cont(0.5) within group (order by extract(epoch from gap) * 1000)::float8 as ms, count(gap) as emails from gaps`.execute(
    db,
  )
  const [row] = rows
  return row && Number(row.emails) >= minGaps ? row.ms : null
}

/** Counts emails that only reconciling found, in the transaction that saves them. */
export async function countRecovered(tx: Tx, userId: string, watched: WatchLease, folder: string, count: number): Promise<void> {
  await writeFolder(tx, userId, watched, folder, { recovered: sql<number>`recovered + ${count}::int` }, null)
}

export async function saveCount(
  db: Db,
  userId: string,
  watched: WatchLease,
  folder: string,
  { held, kept, at }: { held: number; kept: number; at: Date },
): Promise<void> {
  await writeFolder(db, userId, watched, folder, { on_server: held, stored: kept, reconciled_at: at }, null)
}

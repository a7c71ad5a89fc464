// SQL for the entries of the log's chain, and for the rows of the log that they seal.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { ChainEntry, LogText } from './digests.ts'

/** The columns of LogText; the query must call the table `log`. */
export const logText = sql`log.id, log.user_id, log.action, log.resource_type, log.resource_id, log.status, log.details::text as details,
  log.email, log.ip_address, log.user_agent, log.actor_id, log.source,
  to_char(log.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`

export const toEntry = (row: Row<'log_chain'>): ChainEntry => ({
  position: Number(row.position),
  logId: row.log_id,
  subject: row.subject,
  loggedAt: row.logged_at,
  isLate: row.is_late,
  sealedAt: row.sealed_at,
  digest: row.digest,
  keyId: row.key_id,
})

export interface EntryWithRow {
  entry: ChainEntry
  hash: Buffer
  /** Null when it is gone. */
  row: LogText | null
}

type JoinedRow = Omit<Row<'log_chain'>, 'digest'> & { sealed_digest: Buffer } & { [K in keyof LogText]: LogText[K] | null }

/** The entries after `position`, oldest first. */
export async function readEntries(db: Db, position: number, limit: number): Promise<EntryWithRow[]> {
  const { rows } = await sql<JoinedRow>`
    select c.position, c.log_id, c.subject, c.logged_at, c.is_late, c.sealed_at, c.digest as sealed_digest, c.key_id, c.hash, ${logText}
    from (select * from log_chain where position > ${position} order by position limit ${limit}) c
    left join activity_logs log on log.id = c.log_id order by c.position`.execute(db)
  return rows.map(joined => ({
    entry: toEntry({ ...joined, digest: joined.sealed_digest }),
    hash: joined.hash,
    row: isRow(joined) ? joined : null,
  }))
}

const isRow = (joined: { id: string | null }): joined is LogText => joined.id !== null

export type UnsealedRow = LogText & { has_entry: boolean }

/**
 * Rows without an entry, by id. Uncommitted rows are invisible here, and a later run finds them; rows being erased are locked, and
 * skipped. Until it is vacuumed, the index still leads to sealed rows, so each batch of a run starts `after` the one before.
 */
export async function lockUnsealed(tx: Tx, after: string | null, atMost: number): Promise<UnsealedRow[]> {
  const { rows } = await sql<UnsealedRow>`
    select ${logText}, exists (select from log_chain c where c.log_id = log.id) as has_entry
    from activity_logs log where not log.is_sealed ${after === null ? sql`` : sql`and log.id > ${after}`}
    order by log.id limit ${atMost} for update of log skip locked`.execute(tx)
  return rows
}

export async function markSealed(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`update activity_logs set is_sealed = true where id = any(${ids}::uuid[])`.execute(tx)
}

export type HashedEntry = ChainEntry & { hash: Buffer }

export async function insertEntries(tx: Tx, entries: readonly HashedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const column = <T>(read: (entry: HashedEntry) => T): T[] => entries.map(read)
  await sql`insert into log_chain (position, log_id, subject, logged_at, is_late, sealed_at, digest, key_id, hash)
    select * from unnest(${column(e => e.position)}::bigint[], ${column(e => e.logId)}::uuid[], ${column(e => e.subject)}::bytea[],
      ${column(e => e.loggedAt)}::timestamptz[], ${column(e => e.isLate)}::boolean[], ${column(e => e.sealedAt)}::timestamptz[],
      ${column(e => e.digest)}::bytea[], ${column(e => e.keyId)}::uuid[], ${column(e => e.hash)}::bytea[])`.execute(tx)
}

export const readOldestEntries = (tx: Tx, after: number, limit: number): Promise<Row<'log_chain'>[]> =>
  tx.selectFrom('log_chain').selectAll().where('position', '>', String(after)).orderBy('position').limit(limit).execute()

export async function deleteEntriesTo(tx: Tx, position: string): Promise<void> {
  await tx.deleteFrom('log_chain').where('position', '<=', position).execute()
}

/** Whether one of these ids is that of a sealed row that is gone: no other row may have it. */
export async function areOfGoneRows(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from log_chain c where c.log_id = any(${ids}::uuid[]) and not exists (select from activity_logs log where log.id = c.log_id)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Rows without an entry that claim to be sealed, or are older than `lateBefore`. */
export async function listInserted(db: Db, lateBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select log.id from activity_logs log left join log_chain c on c.log_id = log.id
    where c.log_id is null and (log.is_sealed or log.created_at < ${lateBefore}) order by log.created_at, log.id`.execute(db)
  return rows.map(({ id }) => id)
}

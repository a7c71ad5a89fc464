// SQL for one user's data exports: their state, and their content in sealed chunks.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openChunks } from '../objects/chunks.ts'
import { type ExportAttempt, exportVersion } from './attempt.ts'

export type ExportRow = Row<'exports'>
type Failure = NonNullable<ExportRow['reason']>

export async function listExports(db: Db, userId: string): Promise<ExportRow[]> {
  return db.selectFrom('exports').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** Undefined when an export is already under way. */
export async function insertExport(tx: Tx, userId: string, { id, parts, now }: { id: string; parts: number; now: Date }) {
  return tx
    .insertInto('exports')
    .values({ user_id: userId, id, state: 'waiting', parts, created_at: now })
    .onConflict(c => c.columns(['user_id']).where('state', 'in', ['waiting', 'working']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function saveExportChunk(db: Db, userId: string, { id, tries }: ExportAttempt, n: number, sealed: Buffer): Promise<void> {
  await db.insertInto('export_chunks').values({ user_id: userId, export_id: id, try: tries, n, sealed }).execute()
}

/** False when another host has claimed it by now. */
export async function recordProgress(db: Db, userId: string, attempt: ExportAttempt, done: number, claimedUntil: Date): Promise<boolean> {
  const updated = await updateAttempt(db, userId, attempt).set({ done, claimed_until: claimedUntil }).executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** False when another host has claimed it by now. */
export async function renewClaim(db: Db, userId: string, attempt: ExportAttempt, claimedUntil: Date): Promise<boolean> {
  const renewed = await updateAttempt(db, userId, attempt).set({ claimed_until: claimedUntil }).executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** False when another host has claimed it by now. */
export async function finishExport(tx: Tx, userId: string, attempt: ExportAttempt, sizeBytes: number, expiresAt: Date): Promise<boolean> {
  const change = { state: 'ready', size_bytes: sizeBytes, claimed_until: null, expires_at: expiresAt } as const
  return (await updateAttempt(tx, userId, attempt).set(change).executeTakeFirst()).numUpdatedRows > 0n
}

/** With `willRetry` the export waits for another attempt. */
export async function failExport(db: Db, userId: string, attempt: ExportAttempt, reason: Failure, willRetry: boolean): Promise<void> {
  const change = willRetry ? { state: 'waiting' as const, claimed_until: null } : { state: 'failed' as const, reason, claimed_until: null }
  await updateAttempt(db, userId, attempt).set(change).execute()
  await dropExportChunks(db, userId, attempt)
}

/** Deletes the chunks of this attempt. */
export async function dropExportChunks(db: Db, userId: string, { id, tries }: ExportAttempt): Promise<void> {
  await db.deleteFrom('export_chunks').where('user_id', '=', userId).where('export_id', '=', id).where('try', '=', tries).execute()
}

export interface ReadyExport {
  row: ExportRow
  sizeBytes: number
  bytes(contentKey: SealKey): AsyncGenerator<Buffer>
}

/** Null when there is no finished, unexpired export with this id. */
export async function openExport(db: Db, userId: string, id: string, now: Date): Promise<ReadyExport | null> {
  const row = await db
    .selectFrom('exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const sizeBytes = Number(row.size_bytes)
  const read = async (n: number) => {
    const chunk = await db
      .selectFrom('export_chunks')
      .select('sealed')
      .where('user_id', '=', userId)
      .where('export_id', '=', id)
      .where('try', '=', row.tries)
      .where('n', '=', n)
      .executeTakeFirst()
    return chunk?.sealed
  }
  const file = { version: exportVersion(row), sizeBytes }
  return { row, sizeBytes, bytes: key => openChunks(key, userId, file, { from: 0, to: sizeBytes - 1 }, read) }
}

/** False when there is none; a running export stops at its next step. */
export async function dropExport(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('exports').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function eraseExports(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('exports').where('user_id', '=', userId).execute()
}

const updateAttempt = (db: Db, userId: string, { id, tries }: ExportAttempt) =>
  db.updateTable('exports').where('user_id', '=', userId).where('id', '=', id).where('tries', '=', tries).where('state', '=', 'working')

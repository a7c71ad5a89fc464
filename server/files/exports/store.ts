// SQL for one user's data exports: their state, and their bytes in sealed chunks.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openChunks } from '../objects/chunks.ts'
import { type ExportAttempt, versionOf } from './attempt.ts'

export type ExportRow = Row<'exports'>
type Failure = NonNullable<ExportRow['reason']>

export async function listExports(db: Db, userId: string): Promise<ExportRow[]> {
  return db.selectFrom('exports').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** Undefined where one is under way already. */
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

/** False where another host has it by now. */
export async function noteDone(db: Db, userId: string, of: ExportAttempt, done: number, claimedUntil: Date): Promise<boolean> {
  const noted = await mine(db, userId, of).set({ done, claimed_until: claimedUntil }).executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** False where another host has it by now. */
export async function renewClaim(db: Db, userId: string, of: ExportAttempt, claimedUntil: Date): Promise<boolean> {
  const renewed = await mine(db, userId, of).set({ claimed_until: claimedUntil }).executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** False where another host has it by now. */
export async function finishExport(tx: Tx, userId: string, of: ExportAttempt, sizeBytes: number, expiresAt: Date): Promise<boolean> {
  const change = { state: 'ready', size_bytes: sizeBytes, claimed_until: null, expires_at: expiresAt } as const
  return (await mine(tx, userId, of).set(change).executeTakeFirst()).numUpdatedRows > 0n
}

/** `again`: it waits for another try. */
export async function giveUpExport(db: Db, userId: string, of: ExportAttempt, reason: Failure, again: boolean): Promise<void> {
  const change = again ? { state: 'waiting' as const, claimed_until: null } : { state: 'failed' as const, reason, claimed_until: null }
  await mine(db, userId, of).set(change).execute()
  await dropChunks(db, userId, of)
}

/** The bytes of this try. */
export async function dropChunks(db: Db, userId: string, { id, tries }: ExportAttempt): Promise<void> {
  await db.deleteFrom('export_chunks').where('user_id', '=', userId).where('export_id', '=', id).where('try', '=', tries).execute()
}

export interface ReadyExport {
  row: ExportRow
  sizeBytes: number
  bytes(contentKey: SealKey): AsyncGenerator<Buffer>
}

/** Null where there is none that can be had. */
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
  const file = { version: versionOf(row), sizeBytes }
  return { row, sizeBytes, bytes: key => openChunks(key, userId, file, { from: 0, to: sizeBytes - 1 }, read) }
}

/** False where there is none; one that is under way stops at its next step. */
export async function dropExport(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('exports').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function eraseExports(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('exports').where('user_id', '=', userId).execute()
}

const mine = (db: Db, userId: string, { id, tries }: ExportAttempt) =>
  db.updateTable('exports').where('user_id', '=', userId).where('id', '=', id).where('tries', '=', tries).where('state', '=', 'working')

// SQL for one user's files: space is reserved, chunks are added, and only finished files are visible.
import { sql } from 'kysely'
import { lockUser } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { FileBucket } from '../buckets.ts'
import { type StoredFile, toStoredFile } from './file.ts'

/** A file whose upload has started. */
export interface PendingFile {
  version: string
  bucket: FileBucket
  path: string
  /** The most space it may take. */
  reservedBytes: number
  /** Whether it may replace an existing file. */
  mayReplace: boolean
}

/** Charged per file on top of its bytes and notes, so that empty files count too. */
const overheadBytes = 1024

/** Known once the upload is complete. */
export type FinishedFile = Pick<StoredFile, 'sizeBytes' | 'mediaType' | 'cacheControl' | 'notes' | 'expiresAt'>

export async function findFile(db: Db, userId: string, bucket: FileBucket, path: string, now: Date): Promise<StoredFile | null> {
  const row = await visibleFiles(db, userId, bucket, now).selectAll().where('path', '=', path).executeTakeFirst()
  return row ? toStoredFile(row) : null
}

/** The existing files among `paths`. */
export async function findFiles(db: Db, userId: string, bucket: FileBucket, paths: string[], now: Date): Promise<StoredFile[]> {
  if (paths.length === 0) return []
  const rows = await visibleFiles(db, userId, bucket, now).selectAll().where('path', 'in', paths).execute()
  return rows.map(toStoredFile)
}

/**
 * Reserves space. `full`: the user's storage is full; `exists`: the path is taken; `user_gone`: the user has been deleted.
 * Locks the user's keys, so that of two concurrent uploads one sees the other's reservation.
 */
export async function reserveFile(
  tx: Tx,
  userId: string,
  { version, bucket, path, reservedBytes, mayReplace }: PendingFile,
  maxBytes: number,
  now: Date,
): Promise<'reserved' | 'full' | 'exists' | 'user_gone'> {
  if (!(await lockUser(tx, userId))) return 'user_gone'
  const existing = await findFile(tx, userId, bucket, path, now)
  if (existing && !mayReplace) return 'exists'
  const stored = await tx
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(size_bytes + coalesce(octet_length(notes), 0) + ${overheadBytes}), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const freedBytes = existing ? existing.sizeBytes + (existing.notes?.length ?? 0) + overheadBytes : 0
  if (Number(stored?.bytes ?? 0) - freedBytes + reservedBytes + overheadBytes > maxBytes) return 'full'
  const row = { user_id: userId, version, id: version, bucket, path, size_bytes: reservedBytes, created_at: now }
  await tx
    .insertInto('files')
    .values({ ...row, media_type: '', cache_control: '' })
    .execute()
  return 'reserved'
}

export async function saveChunk(db: Db, userId: string, version: string, n: number, sealed: Buffer): Promise<void> {
  await db.insertInto('file_chunks').values({ user_id: userId, version, n, sealed }).execute()
}

/** Makes the file visible, replacing an existing one; null when the user has been deleted. Throws 23505 when another upload was faster. */
export async function finishFile(
  tx: Tx,
  userId: string,
  { version, bucket, path, mayReplace }: PendingFile,
  { sizeBytes, mediaType, cacheControl, notes, expiresAt }: FinishedFile,
  now: Date,
): Promise<{ id: string } | null> {
  const replaced = await tx
    .deleteFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .where('ready_at', 'is not', null)
    .where(e => e.or([e('expires_at', '<=', now), e.lit(mayReplace)]))
    .returning(['id', 'created_at', 'expires_at'])
    .executeTakeFirst()
  const inherited =
    replaced && !(replaced.expires_at && replaced.expires_at <= now) ? { id: replaced.id, created_at: replaced.created_at } : {}
  const change = { size_bytes: sizeBytes, media_type: mediaType, cache_control: cacheControl, notes, expires_at: expiresAt }
  const finished = await tx
    .updateTable('files')
    .set({ ...change, ...inherited, ready_at: now })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return finished ?? null
}

export async function dropVersion(db: Db, userId: string, version: string): Promise<void> {
  await db.deleteFrom('files').where('user_id', '=', userId).where('version', '=', version).execute()
}

export async function readChunk(db: Db, userId: string, version: string, n: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('file_chunks')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .where('n', '=', n)
    .executeTakeFirst()
  return row?.sealed
}

/** Moves a file to another path; null when it does not exist. Throws 23505 when the path is taken. */
export async function moveFile(
  db: Db,
  userId: string,
  bucket: FileBucket,
  from: string,
  to: string,
  now: Date,
): Promise<StoredFile | null> {
  return db.transaction().execute(async tx => {
    const file = await findFile(tx, userId, bucket, from, now)
    if (!file) return null
    await dropExpired(tx, userId, bucket, to, now)
    await tx.updateTable('files').set({ path: to }).where('user_id', '=', userId).where('version', '=', file.version).execute()
    return { ...file, path: to }
  })
}

/** Deletes files and returns those that had not expired. */
export async function dropFiles(db: Db, userId: string, bucket: FileBucket, paths: string[], now: Date): Promise<StoredFile[]> {
  if (paths.length === 0) return []
  const rows = await db
    .deleteFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('path', 'in', paths)
    .where('ready_at', 'is not', null)
    .returningAll()
    .execute()
  return rows.map(toStoredFile).filter(file => !file.expiresAt || file.expiresAt > now)
}

export async function eraseFiles(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('files').where('user_id', '=', userId).execute()
}

async function dropExpired(tx: Tx, userId: string, bucket: FileBucket, path: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .where('expires_at', '<=', now)
    .execute()
}

const visibleFiles = (db: Db, userId: string, bucket: FileBucket, now: Date) =>
  db
    .selectFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('ready_at', 'is not', null)
    .where(e => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))

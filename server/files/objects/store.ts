// SQL for one user's files: space is reserved, chunks arrive, and only a finished file is visible.
import { sql } from 'kysely'
import { lockPerson } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { FileBucket } from '../buckets.ts'
import { fileOf, type StoredFile } from './file.ts'

/** A file that begins to come in. */
export interface PendingFile {
  version: string
  bucket: FileBucket
  path: string
  /** What it may take at most. */
  reservedBytes: number
  /** It takes the place of what is there. */
  replaces: boolean
}

/** What a file takes beside its bytes and what is noted with it: else empty ones would cost nothing. */
const besideBytes = 1024

/** What is known when all of it has come. */
export type FinishedFile = Pick<StoredFile, 'sizeBytes' | 'mediaType' | 'cacheControl' | 'notes' | 'expiresAt'>

export async function findFile(db: Db, userId: string, bucket: FileBucket, path: string, now: Date): Promise<StoredFile | null> {
  const row = await ready(db, userId, bucket, now).selectAll().where('path', '=', path).executeTakeFirst()
  return row ? fileOf(row) : null
}

/** Those of `paths` that are there. */
export async function findFiles(db: Db, userId: string, bucket: FileBucket, paths: string[], now: Date): Promise<StoredFile[]> {
  if (paths.length === 0) return []
  const rows = await ready(db, userId, bucket, now).selectAll().where('path', 'in', paths).execute()
  return rows.map(fileOf)
}

/**
 * Reserves space. `full`: the person keeps too much already; `there`: the path is taken; `gone`: who had keys has left.
 * The row of their keys is the lock: of two that begin at once, one sees what the other takes.
 */
export async function beginFile(
  tx: Tx,
  userId: string,
  { version, bucket, path, reservedBytes, replaces }: PendingFile,
  maxBytes: number,
  now: Date,
): Promise<'begun' | 'full' | 'there' | 'gone'> {
  if (!(await lockPerson(tx, userId))) return 'gone'
  const before = await findFile(tx, userId, bucket, path, now)
  if (before && !replaces) return 'there'
  const kept = await tx
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(size_bytes + coalesce(octet_length(notes), 0) + ${besideBytes}), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const freedBytes = before ? before.sizeBytes + (before.notes?.length ?? 0) + besideBytes : 0
  if (Number(kept?.bytes ?? 0) - freedBytes + reservedBytes + besideBytes > maxBytes) return 'full'
  const row = { user_id: userId, version, id: version, bucket, path, size_bytes: reservedBytes, created_at: now }
  await tx
    .insertInto('files')
    .values({ ...row, media_type: '', cache_control: '' })
    .execute()
  return 'begun'
}

export async function saveChunk(db: Db, userId: string, version: string, n: number, sealed: Buffer): Promise<void> {
  await db.insertInto('file_chunks').values({ user_id: userId, version, n, sealed }).execute()
}

/** Shows the file, in place of what stood at its path; null when its person has left. Throws 23505 where somebody else was faster. */
export async function finishFile(
  tx: Tx,
  userId: string,
  { version, bucket, path, replaces }: PendingFile,
  { sizeBytes, mediaType, cacheControl, notes, expiresAt }: FinishedFile,
  now: Date,
): Promise<{ id: string } | null> {
  const before = await tx
    .deleteFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .where('ready_at', 'is not', null)
    .where(e => e.or([e('expires_at', '<=', now), e.lit(replaces)]))
    .returning(['id', 'created_at', 'expires_at'])
    .executeTakeFirst()
  const follows = before && !(before.expires_at && before.expires_at <= now) ? { id: before.id, created_at: before.created_at } : {}
  const change = { size_bytes: sizeBytes, media_type: mediaType, cache_control: cacheControl, notes, expires_at: expiresAt }
  const done = await tx
    .updateTable('files')
    .set({ ...change, ...follows, ready_at: now })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return done ?? null
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

/** Gives the file another path; false when it is not there. Throws 23505 where the path is taken. */
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

/** Those that were there; what is expired goes silently. */
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
  return rows.map(fileOf).filter(file => !file.expiresAt || file.expiresAt > now)
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

const ready = (db: Db, userId: string, bucket: FileBucket, now: Date) =>
  db
    .selectFrom('files')
    .where('user_id', '=', userId)
    .where('bucket', '=', bucket)
    .where('ready_at', 'is not', null)
    .where(e => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))

// SQL for the attachments of one user's emails: sealed in chunks, and stored until all deliveries and links have ended.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openChunks, sealChunks } from '../objects/chunks.ts'

export interface AttachmentBytes {
  n: number
  name: string
  type: string
  bytes: Uint8Array
}

export interface SaveLimits {
  /** Limit for all of a user's stored attachments together. */
  maxBytes: number
  expiresAt: Date
  now: Date
}

const FileDescription = z.object({ name: z.string(), type: z.string() })

/** Attachments that no email has claimed by then are swept. */
const unclaimedMs = 3_600_000

/**
 * Stores attachments of an email that is not saved yet, outside its transaction: 25 MB take hundreds of inserts, which would hold
 * the locks of that transaction. Until `claimAttachments` commits, nothing refers to them.
 */
export async function storeUnclaimed(
  db: Db,
  userId: string,
  contentKey: SealKey,
  messageId: string,
  files: AttachmentBytes[],
  { maxBytes, now }: Omit<SaveLimits, 'expiresAt'>,
): Promise<void> {
  await saveAttachments(db, userId, contentKey, messageId, files, { maxBytes, expiresAt: new Date(now.getTime() + unclaimedMs), now })
}

/** In the transaction that saves their email: keeps the stored attachments until then, and returns their numbers. */
export async function claimAttachments(tx: Tx, userId: string, messageId: string, expiresAt: Date): Promise<Set<number>> {
  const rows = await tx
    .updateTable('message_files')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .returning('n')
    .execute()
  return new Set(rows.map(row => row.n))
}

/** Drops what no committed transaction has claimed; one whose commit is still under way is waited for. */
export async function dropUnclaimed(db: Db, userId: string, messageIds: string[]): Promise<void> {
  await db
    .deleteFrom('message_files')
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .where(sql<boolean>`expires_at <= created_at + ${unclaimedMs / 1000} * interval '1 second'`)
    .execute()
}

/** Stores attachments in order as long as there is room; returns the numbers of the stored ones. */
export async function saveAttachments(
  db: Db,
  userId: string,
  contentKey: SealKey,
  messageId: string,
  files: AttachmentBytes[],
  { maxBytes, expiresAt, now }: SaveLimits,
): Promise<Set<number>> {
  let freeBytes = maxBytes - (await countStoredBytes(db, userId))
  const stored = new Set<number>()
  for (const { n, name, type, bytes } of files) {
    if (bytes.byteLength > freeBytes) continue
    freeBytes -= bytes.byteLength
    const about = sealJson(contentKey, { name, type }, descriptionContext(userId, messageId, n))
    const row = { user_id: userId, message_id: messageId, n, size_bytes: bytes.byteLength, about, created_at: now, expires_at: expiresAt }
    await db.insertInto('message_files').values(row).execute()
    for await (const chunk of sealChunks(contentKey, userId, toVersion(messageId, n), yieldOnce(bytes)))
      await db
        .insertInto('message_file_chunks')
        .values({ user_id: userId, message_id: messageId, file: n, n: chunk.n, sealed: chunk.sealed })
        .execute()
    stored.add(n)
  }
  return stored
}

/** The numbers of an email's stored attachments. */
export async function listAttachments(db: Db, userId: string, messageId: string, now: Date): Promise<Set<number>> {
  const rows = await unexpired(db, userId, messageId, now).select('n').execute()
  return new Set(rows.map(row => row.n))
}

/** The numbers of the attachments that `saveAttachments` would store. */
export async function selectFitting(
  db: Db,
  userId: string,
  files: readonly { sizeBytes: number; refused?: string | undefined }[],
  maxBytes: number,
): Promise<Set<number>> {
  let freeBytes = maxBytes - (await countStoredBytes(db, userId))
  const numbers = new Set<number>()
  for (const [n, { sizeBytes, refused }] of files.entries()) {
    if (refused || sizeBytes > freeBytes) continue
    freeBytes -= sizeBytes
    numbers.add(n)
  }
  return numbers
}

export interface StoredAttachment {
  name: string
  type: string
  sizeBytes: number
  /** Links created until then no longer work. */
  linksClosedAt: Date | null
  /** Yields one chunk at a time. */
  bytes(): AsyncGenerator<Buffer>
}

/** Null when the attachment is not stored, or no longer. */
export async function openAttachment(
  db: Db,
  userId: string,
  contentKey: SealKey,
  messageId: string,
  n: number,
  now: Date,
): Promise<StoredAttachment | null> {
  const row = await unexpired(db, userId, messageId, now).selectAll().where('n', '=', n).executeTakeFirst()
  if (!row) return null
  const sizeBytes = Number(row.size_bytes)
  const file = { version: toVersion(messageId, n), sizeBytes }
  const read = async (chunk: number) => {
    const found = await db
      .selectFrom('message_file_chunks')
      .select('sealed')
      .where('user_id', '=', userId)
      .where('message_id', '=', messageId)
      .where('file', '=', n)
      .where('n', '=', chunk)
      .executeTakeFirst()
    return found?.sealed
  }
  return {
    ...openJson(FileDescription, contentKey, row.about, descriptionContext(userId, messageId, n)),
    sizeBytes,
    linksClosedAt: row.links_closed_at,
    bytes: () => openChunks(contentKey, userId, file, { from: 0, to: sizeBytes - 1 }, read),
  }
}

export async function closeAttachmentLinks(db: Db, userId: string, messageId: string, now: Date): Promise<void> {
  await db
    .updateTable('message_files')
    .set({ links_closed_at: now })
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .execute()
}

export async function hasAttachments(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('message_files').select('n').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

export async function eraseAttachments(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('message_files').where('user_id', '=', userId).execute()
}

async function countStoredBytes(db: Db, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('message_files')
    .select(sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

const unexpired = (db: Db, userId: string, messageId: string, now: Date) =>
  db.selectFrom('message_files').where('user_id', '=', userId).where('message_id', '=', messageId).where('expires_at', '>', now)

const toVersion = (messageId: string, n: number): string => `${messageId}/${n}`

const descriptionContext = (userId: string, messageId: string, n: number) => ({
  userId,
  row: toVersion(messageId, n),
  column: 'message_files.about',
})

async function* yieldOnce(bytes: Uint8Array) {
  yield bytes
}

// SQL for the attachments of one user's emails: sealed in chunks, kept until delivery and links have ended.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openChunks, sealChunks } from '../objects/chunks.ts'

export interface MailFileBytes {
  n: number
  name: string
  type: string
  bytes: Uint8Array
}

export interface Keeping {
  /** All files of all emails of a person. */
  mostBytes: number
  expiresAt: Date
  now: Date
}

const About = z.object({ name: z.string(), type: z.string() })

/** Keeps files as long as there is room, in their order; returns the places of those that are kept. */
export async function saveMailFiles(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  messageId: string,
  files: MailFileBytes[],
  { mostBytes, expiresAt, now }: Keeping,
): Promise<Set<number>> {
  let left = mostBytes - (await keptBytes(tx, userId))
  const kept = new Set<number>()
  for (const { n, name, type, bytes } of files) {
    if (bytes.byteLength > left) continue
    left -= bytes.byteLength
    const about = sealJson(contentKey, { name, type }, placeOf(userId, messageId, n))
    const row = { user_id: userId, message_id: messageId, n, size_bytes: bytes.byteLength, about, created_at: now, expires_at: expiresAt }
    await tx.insertInto('message_files').values(row).execute()
    for await (const chunk of sealChunks(contentKey, userId, versionOf(messageId, n), once(bytes)))
      await tx
        .insertInto('message_file_chunks')
        .values({ user_id: userId, message_id: messageId, file: n, n: chunk.n, sealed: chunk.sealed })
        .execute()
    kept.add(n)
  }
  return kept
}

/** The places of the files of an email that are kept. */
export async function listMailFiles(db: Db, userId: string, messageId: string, now: Date): Promise<Set<number>> {
  const rows = await kept(db, userId, messageId, now).select('n').execute()
  return new Set(rows.map(row => row.n))
}

/** The places of those that `saveMailFiles` would keep. */
export async function fittingFiles(
  db: Db,
  userId: string,
  files: readonly { sizeBytes: number; refused?: string | undefined }[],
  mostBytes: number,
): Promise<Set<number>> {
  let left = mostBytes - (await keptBytes(db, userId))
  const places = new Set<number>()
  for (const [n, { sizeBytes, refused }] of files.entries()) {
    if (refused || sizeBytes > left) continue
    left -= sizeBytes
    places.add(n)
  }
  return places
}

export interface KeptMailFile {
  name: string
  type: string
  sizeBytes: number
  /** Links from until then open nothing any more. */
  linksClosedAt: Date | null
  /** A chunk at a time. */
  bytes(): AsyncGenerator<Buffer>
}

/** Null where it is not kept (any more). */
export async function openMailFile(
  db: Db,
  userId: string,
  contentKey: SealKey,
  messageId: string,
  n: number,
  now: Date,
): Promise<KeptMailFile | null> {
  const row = await kept(db, userId, messageId, now).selectAll().where('n', '=', n).executeTakeFirst()
  if (!row) return null
  const sizeBytes = Number(row.size_bytes)
  const file = { version: versionOf(messageId, n), sizeBytes }
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
    ...openJson(About, contentKey, row.about, placeOf(userId, messageId, n)),
    sizeBytes,
    linksClosedAt: row.links_closed_at,
    bytes: () => openChunks(contentKey, userId, file, { from: 0, to: sizeBytes - 1 }, read),
  }
}

export async function closeFileLinks(db: Db, userId: string, messageId: string, now: Date): Promise<void> {
  await db
    .updateTable('message_files')
    .set({ links_closed_at: now })
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .execute()
}

export async function hasMailFiles(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('message_files').select('n').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

export async function dropMailFiles(db: Db, userId: string, messageIds: string[]): Promise<void> {
  if (messageIds.length > 0)
    await db.deleteFrom('message_files').where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
}

export async function eraseMailFiles(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('message_files').where('user_id', '=', userId).execute()
}

async function keptBytes(db: Db, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('message_files')
    .select(sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

const kept = (db: Db, userId: string, messageId: string, now: Date) =>
  db.selectFrom('message_files').where('user_id', '=', userId).where('message_id', '=', messageId).where('expires_at', '>', now)

const versionOf = (messageId: string, n: number): string => `${messageId}/${n}`

const placeOf = (userId: string, messageId: string, n: number) => ({ userId, row: versionOf(messageId, n), column: 'message_files.about' })

async function* once(bytes: Uint8Array) {
  yield bytes
}

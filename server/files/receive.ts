// Stores incoming bytes as a file, completely or not at all.
import type { UserKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { sealJson } from '../foundation/db/sealed.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { newId } from '../foundation/seal.ts'
import { type BucketLimits, maxBytesFor } from './buckets.ts'
import { alreadyExists, noSuchFile, tooLarge } from './errors.ts'
import { sealChunks } from './objects/chunks.ts'
import { dropVersion, type FinishedFile, finishFile, type PendingFile, reserveFile, saveChunk } from './objects/store.ts'

export interface ReceiveDeps {
  db: Db
  keys: Pick<UserKeys, 'contentKeyOf'>
  now(): Date
  limits: BucketLimits
}

/** What the user sets on a file; in a form these fields may come after the bytes. */
export interface FileAttributes {
  cacheControl: string
  /** Custom metadata. */
  notes: Record<string, unknown> | null
  expiresAt: Date | null
}

/** All bytes are stored, but the file is invisible until `finish`; a failure deletes it. */
export interface ReceivedFile {
  finish(attributes: FileAttributes): Promise<{ id: string }>
  drop(): Promise<void>
}

export type ReceivedTarget = Omit<PendingFile, 'version'> & { mediaType: string }

export async function receiveFile(
  deps: ReceiveDeps,
  userId: string,
  target: ReceivedTarget,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const { db, now, limits } = deps
  const pending: PendingFile = { ...target, version: newId(now()) }
  await reserve(deps, userId, pending)
  const drop = () => dropVersion(db, userId, pending.version)
  const dropOnError = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await drop()
      throw error
    }
  }
  const contentKey = await deps.keys.contentKeyOf(db, userId)
  const limited = limitBytes(maxBytesFor(limits, target.bucket), bytes)
  await dropOnError(async () => {
    for await (const { n, sealed } of sealChunks(contentKey, userId, pending.version, limited.bytes))
      await saveChunk(db, userId, pending.version, n, sealed)
  })
  return {
    drop,
    finish: ({ cacheControl, notes, expiresAt }) =>
      dropOnError(() => {
        const sealed = notes && sealJson(contentKey, notes, notesContext(userId, pending.version))
        const sizeBytes = limited.count()
        return finish(deps, userId, pending, { sizeBytes, mediaType: target.mediaType, cacheControl, expiresAt, notes: sealed })
      }),
  }
}

export const notesContext = (userId: string, version: string) => ({ userId, row: version, column: 'files.notes' })

async function reserve({ db, now, limits }: ReceiveDeps, userId: string, pending: PendingFile): Promise<void> {
  const outcome = await db.transaction().execute(tx => reserveFile(tx, userId, pending, limits.bytesPerUser, now()))
  if (outcome === 'exists') throw alreadyExists()
  if (outcome === 'user_gone') throw noSuchFile()
  if (outcome === 'full')
    throw new HttpError(413, 'EntityTooLarge', 'There is no room left for your files. Remove some, then upload it again.')
}

const maxAttempts = 3

/** When two uploads replace the same file, the later one wins. */
async function finish({ db, now }: ReceiveDeps, userId: string, pending: PendingFile, finished: FinishedFile): Promise<{ id: string }> {
  for (let n = 1; ; n++) {
    const result = await db
      .transaction()
      .execute(async tx => {
        // Thrown inside the transaction, so that the file it would replace stays.
        const stored = await finishFile(tx, userId, pending, finished, now())
        if (!stored) throw noSuchFile()
        return stored
      })
      .catch(orPathTaken)
    if (result !== 'path taken') return result
    if (!pending.mayReplace || n === maxAttempts) throw alreadyExists()
  }
}

function orPathTaken(error: unknown): 'path taken' {
  if (isPathTaken(error)) return 'path taken'
  throw error
}

/** Whether a path was taken in the meantime (23505, unique_violation). */
export const isPathTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

/** Passes bytes on and counts them; throws when there are more than allowed. */
export function limitBytes(maxBytes: number, bytes: AsyncIterable<Uint8Array>) {
  let count = 0
  async function* limited() {
    for await (const piece of bytes) {
      count += piece.length
      if (count > maxBytes) throw tooLarge()
      yield piece
    }
  }
  return { bytes: limited(), count: () => count }
}

// Stores incoming bytes as a file, completely or not at all.
import type { PersonKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { sealJson } from '../foundation/db/sealed.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { newId } from '../foundation/seal.ts'
import { type BucketLimits, maxBytesOf } from './buckets.ts'
import { alreadyThere, noSuchFile, tooLarge } from './errors.ts'
import { sealChunks } from './objects/chunks.ts'
import { beginFile, dropVersion, type FinishedFile, finishFile, type PendingFile, saveChunk } from './objects/store.ts'

export interface ReceiveDeps {
  db: Db
  keys: Pick<PersonKeys, 'contentKeyOf'>
  now(): Date
  limits: BucketLimits
}

/** What its person tells of a file; known last where it comes in a form. */
export interface FileAttributes {
  cacheControl: string
  /** What they note with it. */
  notes: Record<string, unknown> | null
  expiresAt: Date | null
}

/** All bytes are kept, but nobody sees the file before `finish`; what fails drops it. */
export interface Received {
  finish(attributes: FileAttributes): Promise<{ id: string }>
  drop(): Promise<void>
}

export type ReceivedTarget = Omit<PendingFile, 'version'> & { mediaType: string }

export async function receiveFile(
  deps: ReceiveDeps,
  userId: string,
  target: ReceivedTarget,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const { db, now, limits } = deps
  const begun: PendingFile = { ...target, version: newId(now()) }
  await begin(deps, userId, begun)
  const drop = () => dropVersion(db, userId, begun.version)
  const orDrop = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await drop()
      throw error
    }
  }
  const contentKey = await deps.keys.contentKeyOf(db, userId)
  const counted = countUpTo(maxBytesOf(limits, target.bucket), bytes)
  await orDrop(async () => {
    for await (const { n, sealed } of sealChunks(contentKey, userId, begun.version, counted.bytes))
      await saveChunk(db, userId, begun.version, n, sealed)
  })
  return {
    drop,
    finish: ({ cacheControl, notes, expiresAt }) =>
      orDrop(() => {
        const sealed = notes && sealJson(contentKey, notes, notesContext(userId, begun.version))
        const sizeBytes = counted.count()
        return finish(deps, userId, begun, { sizeBytes, mediaType: target.mediaType, cacheControl, expiresAt, notes: sealed })
      }),
  }
}

export const notesContext = (userId: string, version: string) => ({ userId, row: version, column: 'files.notes' })

async function begin({ db, now, limits }: ReceiveDeps, userId: string, begun: PendingFile): Promise<void> {
  const outcome = await db.transaction().execute(tx => beginFile(tx, userId, begun, limits.bytesAPerson, now()))
  if (outcome === 'there') throw alreadyThere()
  if (outcome === 'gone') throw noSuchFile()
  if (outcome === 'full')
    throw new HttpError(413, 'EntityTooLarge', 'There is no room left for your files. Remove some, then upload it again.')
}

const tries = 3

/** Two that replace the same file at once: the later one stays. */
async function finish({ db, now }: ReceiveDeps, userId: string, begun: PendingFile, finished: FinishedFile): Promise<{ id: string }> {
  for (let n = 1; ; n++) {
    const done = await db
      .transaction()
      .execute(async tx => {
        // Refused in here, so that what it would have replaced stays.
        const kept = await finishFile(tx, userId, begun, finished, now())
        if (!kept) throw noSuchFile()
        return kept
      })
      .catch(orPathTaken)
    if (done !== 'path taken') return done
    if (!begun.replaces || n === tries) throw alreadyThere()
  }
}

function orPathTaken(error: unknown): 'path taken' {
  if (isPathTaken(error)) return 'path taken'
  throw error
}

/** Whether a path was taken meanwhile (23505, unique_violation). */
export const isPathTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

/** Passes bytes on and counts them; throws when there are more than allowed. */
export function countUpTo(mostBytes: number, bytes: AsyncIterable<Uint8Array>) {
  let count = 0
  async function* counted() {
    for await (const some of bytes) {
      count += some.length
      if (count > mostBytes) throw tooLarge()
      yield some
    }
  }
  return { bytes: counted(), count: () => count }
}

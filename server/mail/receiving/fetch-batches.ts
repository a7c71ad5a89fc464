// Fetches messages in UID order, in batches that fit in memory.
import { countFetch, isGivenUp } from '../../../core/mailbox/missing.ts'
import { inChunks, type UidRanges } from '../../../core/mailbox/uids.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { FetchedMessage } from '../imap/fetch.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { type Arrived, contentHash, type FetchMore, imapSourceKey, noContent } from '../parsing/arrived.ts'
import { splitMail } from '../parsing/raw.ts'
import type { FetchLimiter } from './fetch-limiter.ts'
import { fetchMoreFrom } from './fetch-more.ts'

export interface FetchBatch {
  messages: Arrived[]
  /** UIDs that the server lists but did not return. */
  missing: number[]
}

export interface FetchBatchDeps {
  /** Timestamps arrivals. */
  now(): Date
  /** Messages per batch, and the largest message that is fetched in full. */
  batch: number
  maxBytes: number
  /** Fetches one at a time, so that a message that can't be saved doesn't hold up the next. */
  isCareful?: boolean
  /** Without it, nothing waits for other mailboxes. */
  limiter?: FetchLimiter | undefined
}

/**
 * How much of each message the first command fetches. Measured on 873 emails of shared/corpora: 98 % are smaller, and so are all
 * headers; of a 1 MB message that no filter inspects it is 3.3 % of the bytes.
 */
const firstBytes = 32 * 1024
/** Where more is needed: messages up to the first size are fetched in full, up to the second by their parts, larger ones not at all. */
const fetchMoreLimits = { fullBytes: 128 * 1024, partsBytes: 50 * 1024 * 1024 }
const batchBytes = 32 * 1024 * 1024
/** When a server leaves out this many, we stop and ask again later. */
const maxMissing = 1000
const maxRememberedTries = 10 * maxMissing

/** At most `batch` mails and about 32 MB at a time. The next is fetched once the caller is done with the one before. */
export async function* fetchBatches(
  deps: FetchBatchDeps,
  folder: OpenFolder,
  folderSync: FolderSync,
  uids: UidRanges,
): AsyncGenerator<FetchBatch> {
  let missing = 0
  for (const chunk of inChunks(uids, deps.isCareful ? 1 : deps.batch)) {
    if (missing >= maxMissing) {
      yield { messages: [], missing: chunk }
      return
    }
    const leave = await deps.limiter?.enter(folderSync.userId)
    try {
      for await (const batch of fetchChunk(deps, folder, folderSync, chunk)) {
        missing += batch.missing.length
        yield batch
      }
    } finally {
      leave?.()
    }
  }
}

async function* fetchChunk(deps: FetchBatchDeps, folder: OpenFolder, folderSync: FolderSync, chunk: number[]): AsyncGenerator<FetchBatch> {
  const fetched = new Map((await folder.fetch(chunk, firstBytes)).map(message => [message.uid, message]))
  const reservation = openReservation(deps.limiter)
  const more = reservation.within(fetchMoreFrom(folder, { ...fetchMoreLimits, maxBytes: deps.maxBytes }, folderSync.structureRefused))
  let current: FetchBatch = { messages: [], missing: [] }
  try {
    for (const uid of chunk) {
      const first = fetched.get(uid)
      const arrived = (first && (await toArrived(deps, folder, folderSync, first, more))) ?? giveUpIfExhausted(deps, folderSync, uid)
      if (!arrived) {
        current.missing.push(uid)
        continue
      }
      current.messages.push(arrived)
      // More of the message may be fetched before it is released.
      reservation.neededBytes += Math.min(Math.max(arrived.raw.length, arrived.sizeBytes), deps.maxBytes)
      if (reservation.neededBytes < batchBytes) continue
      yield current
      current = { messages: [], missing: [] }
      reservation.release()
    }
    yield current
  } finally {
    reservation.release()
  }
}

/** The memory of one batch: taken when more of its messages is first fetched, for all of them at once. */
function openReservation(limiter: FetchLimiter | undefined) {
  let giveBack: Promise<() => void> | null = null
  const reservation = {
    neededBytes: 0,
    within:
      (more: FetchMore): FetchMore =>
      async (messages, wanted) => {
        giveBack ??= limiter?.reserve(reservation.neededBytes) ?? null
        await giveBack
        return more(messages, wanted)
      },
    release: () => {
      void giveBack?.then(give => give())
      giveBack = null
      reservation.neededBytes = 0
    },
  }
  return reservation
}

/** A small message in full, a larger one by its headers; null when the server does not return it. */
async function toArrived(
  deps: FetchBatchDeps,
  folder: OpenFolder,
  folderSync: FolderSync,
  first: FetchedMessage,
  more: FetchMore,
): Promise<Arrived | null> {
  if (!first.source) return null
  if (first.source.length < firstBytes) return describeArrived(deps, folderSync, first, first.source)
  const { body } = splitMail(first.source)
  const head = body.length > 0 ? first.source.subarray(0, first.source.length - body.length) : await folder.fetchHeaders(first.uid)
  return (
    head && {
      ...describeArrived(deps, folderSync, first, Buffer.from(head), Math.max(first.sizeBytes, firstBytes)),
      fetched: 'headers',
      more,
    }
  )
}

/** After enough tries, a message is recorded by its UID alone. */
function giveUpIfExhausted(deps: FetchBatchDeps, folderSync: FolderSync, uid: number): Arrived | null {
  const key = imapSourceKey(folderSync.folder, folderSync.cursor?.uidValidity ?? 0, uid)
  const tries = countFetch(folderSync.fetchTries.get(key), systemClock.now())
  // A server that lists different messages each time must not fill our memory.
  if (folderSync.fetchTries.size >= maxRememberedTries) folderSync.fetchTries.clear()
  folderSync.fetchTries.set(key, tries)
  if (!isGivenUp(tries, systemClock.now())) return null
  const unfetched = { uid, internalDate: null }
  return { ...describeArrived(deps, folderSync, unfetched, Buffer.alloc(0)), contentHash: noContent, reduced: 'not_handed_over' }
}

function describeArrived(
  deps: FetchBatchDeps,
  folderSync: FolderSync,
  { uid, internalDate }: Pick<FetchedMessage, 'uid' | 'internalDate'>,
  raw: Buffer,
  sizeBytes = raw.length,
): Arrived {
  const uidValidity = folderSync.cursor?.uidValidity ?? 0
  return {
    userId: folderSync.userId,
    mailboxId: folderSync.mailboxId,
    kind: 'imap',
    sourceKey: imapSourceKey(folderSync.folder, uidValidity, uid),
    contentHash: contentHash(raw, sizeBytes),
    folder: folderSync.folder,
    uidValidity,
    uid,
    raw,
    sizeBytes,
    reduced: null,
    arrivedAt: deps.now(),
    datedAt: internalDate,
  }
}

// Fetches messages in the order of their UIDs, in batches that fit in memory.
import { askedAgain, isGivenUp } from '../../../core/mailbox/missing.ts'
import { inChunks, type UidRanges } from '../../../core/mailbox/uids.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { FetchedMessage } from '../imap/fetch.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { type Arrived, contentHash, type FetchMore, imapSourceKey, noContent } from '../parsing/arrived.ts'
import { splitMail } from '../parsing/raw.ts'
import { moreOf } from './more.ts'

export interface FetchBatch {
  mails: Arrived[]
  /** The server lists them and did not hand them over. */
  omitted: number[]
}

export interface FetchBatchDeps {
  /** Dates arrivals. */
  now(): Date
  /** Mails in one batch, and the largest that is fetched whole. */
  batch: number
  maxBytes: number
  /** Mails go one by one, and one that cannot be kept does not hold up those after it. */
  isCareful?: boolean
}

/**
 * One command brings so much of each mail of a batch. Measured on 873 mails of shared/corpora: 98 of 100 are smaller, and the
 * header of each; of mails of 1 MB that no filter asks about it is 3.3 % of their bytes.
 */
const firstBytes = 32 * 1024
/** Where more of it is needed, a mail up to the first size comes whole, one up to the second by its parts, any other not at all. */
const moreBytes = { soonBytes: 128 * 1024, partsBytes: 50 * 1024 * 1024 }
const batchBytes = 32 * 1024 * 1024
/** A server that leaves out so many is asked again later rather than for all the others too. */
const omittedAtMost = 1000
const rememberedAtMost = 10 * omittedAtMost

/** At most `batch` mails and about 32 MB at a time. */
export async function* fetchBatches(
  deps: FetchBatchDeps,
  folder: OpenFolder,
  place: FolderSync,
  uids: UidRanges,
): AsyncGenerator<FetchBatch> {
  let omitted = 0
  for (const asked of inChunks(uids, deps.isCareful ? 1 : deps.batch)) {
    if (omitted >= omittedAtMost) {
      yield { mails: [], omitted: asked }
      return
    }
    const fetched = new Map((await folder.fetch(asked, firstBytes)).map(mail => [mail.uid, mail]))
    const more = moreOf(folder, { ...moreBytes, maxBytes: deps.maxBytes }, place.shy)
    let parcel: FetchBatch = { mails: [], omitted: [] }
    let bytes = 0
    for (const uid of asked) {
      const first = fetched.get(uid)
      const mail = (first && (await firstSight(deps, folder, place, first, more))) ?? givenUp(deps, place, uid)
      if (!mail) {
        parcel.omitted.push(uid)
        omitted++
        continue
      }
      parcel.mails.push(mail)
      // More of it may be fetched before it is let go.
      bytes += Math.min(Math.max(mail.raw.length, mail.sizeBytes), deps.maxBytes)
      if (bytes < batchBytes) continue
      yield parcel
      parcel = { mails: [], omitted: [] }
      bytes = 0
    }
    yield parcel
  }
}

/** The whole of a small mail, the header of any other; null when the server does not hand it over. */
async function firstSight(
  deps: FetchBatchDeps,
  folder: OpenFolder,
  place: FolderSync,
  first: FetchedMessage,
  more: FetchMore,
): Promise<Arrived | null> {
  if (!first.source) return null
  if (first.source.length < firstBytes) return arrivedOf(deps, place, first, first.source)
  const { body } = splitMail(first.source)
  const head = body.length > 0 ? first.source.subarray(0, first.source.length - body.length) : await folder.fetchHeaders(first.uid)
  return head && { ...arrivedOf(deps, place, first, Buffer.from(head), Math.max(first.sizeBytes, firstBytes)), fetched: 'headers', more }
}

/** A mail that was asked for often enough is told by its UID alone. */
function givenUp(deps: FetchBatchDeps, place: FolderSync, uid: number): Arrived | null {
  const key = imapSourceKey(place.folder, place.cursor?.uidValidity ?? 0, uid)
  const asked = askedAgain(place.asked.get(key), systemClock.now())
  // A server that lists other mails each time may not fill our memory with them.
  if (place.asked.size >= rememberedAtMost) place.asked.clear()
  place.asked.set(key, asked)
  if (!isGivenUp(asked, systemClock.now())) return null
  const nothing = { uid, internalDate: null }
  return { ...arrivedOf(deps, place, nothing, Buffer.alloc(0)), contentHash: noContent, reduced: 'not_handed_over' }
}

function arrivedOf(
  deps: FetchBatchDeps,
  place: FolderSync,
  { uid, internalDate }: Pick<FetchedMessage, 'uid' | 'internalDate'>,
  raw: Buffer,
  sizeBytes = raw.length,
): Arrived {
  const uidValidity = place.cursor?.uidValidity ?? 0
  return {
    userId: place.userId,
    mailboxId: place.mailboxId,
    kind: 'imap',
    sourceKey: imapSourceKey(place.folder, uidValidity, uid),
    contentHash: contentHash(raw, sizeBytes),
    folder: place.folder,
    uidValidity,
    uid,
    raw,
    sizeBytes,
    reduced: null,
    arrivedAt: deps.now(),
    datedAt: internalDate,
  }
}

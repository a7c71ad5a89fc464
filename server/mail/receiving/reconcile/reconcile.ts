// Compares a folder's list on the server with what is saved, and receives what is missing.
import { compareUids, heldStill } from '../../../../core/mailbox/reconcile.ts'
import { clipUids, countUids, lastUid, rangesOf, type UidRanges, withoutUids } from '../../../../core/mailbox/uids.ts'
import type { Tx } from '../../../foundation/db/pool.ts'
import type { OpenFolder } from '../../imap/folder.ts'
import type { FolderSync } from '../../mailboxes/folder-sync.ts'
import type { Arrived } from '../../parsing/arrived.ts'
import { headerValue, splitMail } from '../../parsing/raw.ts'
import type { OnMail } from '../drain.ts'
import { type FetchBatchDeps, fetchBatches } from '../fetch-batches.ts'

export interface ReconcileDeps extends FetchBatchDeps {
  onMail: OnMail
  firstUid(folder: string): Promise<number | null>
  /** From `first` to `last`; with `isUnseen`, of the kept ones those that the server never handed over. */
  keptUids(place: FolderSync, range: [number, number], isUnseen: boolean): Promise<UidRanges>
  /** What is kept under these UIDs. */
  known(place: FolderSync, uids: number[]): Promise<Map<number, MissingMessage>>
  /** What was kept under these UIDs is there no more: other mails have them now. */
  forget(place: FolderSync, uids: number[]): Promise<void>
  countTakenUp(tx: Tx, folder: string, count: number): Promise<void>
  notHandedOver(count: number): Promise<void>
  saveCount(folder: string, count: { held: number; kept: number }): Promise<void>
}

export interface MissingMessage {
  contentHash: Buffer
  /** Null once its content was erased. */
  view: { messageId: string | null } | null
}

export interface Reconciled {
  takenUp: number
  /** At least one where nothing could be compared. */
  lacking: number
}

/** The folder is about to be read, for the first time or anew. */
const notCompared: Reconciled = { takenUp: 0, lacking: 1 }

/**
 * Looks only below the cursor: what lies past it is on its way. ESEARCH gives the server's list as ranges (RFC 4731) and the ledger's
 * come so from the database, so that 200,000 mails are a few numbers; QRESYNC would tell no more than whether to look.
 */
export async function reconcile(deps: ReconcileDeps, folder: OpenFolder, place: FolderSync): Promise<Reconciled> {
  const first = await deps.firstUid(place.folder)
  if (!place.cursor || first === null || place.cursor.uidValidity !== folder.uidValidity) return notCompared
  const range: [number, number] = [first, place.cursor.uidNext - 1]
  const server = range[0] <= range[1] ? await folder.uids(...range, null) : []
  const all = await deps.keptUids(place, range, false)
  const others = await otherMails(deps, folder, place, heldStill(all, server))
  if (others.length > 0) await deps.forget(place, others)
  const known = withoutUids(all, rangesOf(others))
  const unseen = heldStill(await deps.keptUids(place, range, true), server)
  const takenUp = (await takeUp(deps, folder, place, compareUids(server, known).lacking)) + (await askAgain(deps, folder, place, unseen))
  const { held, kept, lacking } = compareUids(server, await deps.keptUids(place, range, false))
  await deps.saveCount(place.folder, { held, kept })
  return { takenUp, lacking: countUids(lacking) }
}

async function takeUp(deps: ReconcileDeps, folder: OpenFolder, place: FolderSync, uids: UidRanges): Promise<number> {
  let takenUp = 0
  for await (const { mails } of fetchBatches(deps, folder, place, uids)) {
    if (mails.length === 0) continue
    const count = mails.filter(mail => mail.reduced !== 'not_handed_over').length
    await deps.onMail(mails, tx => deps.countTakenUp(tx, place.folder, count))
    if (count < mails.length) await deps.notHandedOver(mails.length - count)
    takenUp += count
  }
  return takenUp
}

/** They are told already, so nobody gives them up once more. */
const askAgain = (deps: ReconcileDeps, folder: OpenFolder, place: FolderSync, uids: UidRanges): Promise<number> =>
  takeUp(deps, folder, { ...place, asked: new Map() }, uids)

const firstLook = 3
const longestLook = 50

/**
 * UIDs of kept mails that name other mails by now. A restored backup gives numbers anew, and nothing but content tells: the newest
 * that were kept before this connection are looked at, and those before them as long as there are others.
 */
async function otherMails(deps: ReconcileDeps, folder: OpenFolder, place: FolderSync, both: UidRanges): Promise<number[]> {
  const others: number[] = []
  let below = place.knownBelow
  for (let size = firstLook; ; size = Math.min(size * 2, longestLook)) {
    const newest = newestOf(clipUids(both, 1, below - 1), size)
    const found = newest.length > 0 ? await othersAmong(deps, folder, place, newest) : []
    if (found.length === 0) return others
    others.push(...found)
    below = Math.min(...newest)
  }
}

async function othersAmong(deps: ReconcileDeps, folder: OpenFolder, place: FolderSync, uids: number[]): Promise<number[]> {
  const known = await deps.known(place, uids)
  const others: number[] = []
  for await (const { mails } of fetchBatches(deps, folder, { ...place, asked: new Map() }, rangesOf(uids)))
    for (const mail of mails) {
      const kept = known.get(mail.uid ?? 0)
      if (kept && isOther(kept, mail)) others.push(mail.uid ?? 0)
    }
  return others
}

/** A server may add a line or count bytes otherwise the next time; another Message-ID is another mail. */
function isOther({ contentHash, view }: MissingMessage, { contentHash: found, raw }: Arrived): boolean {
  if (contentHash.length === 0 || contentHash.equals(found) || !view) return false
  return bare(view.messageId) !== bare(headerValue(splitMail(raw).head, 'message-id'))
}

const bare = (messageId: string | null): string => (messageId ?? '').replace(/^<|>$/g, '').trim()

function newestOf(uids: UidRanges, most: number): number[] {
  const newest: number[] = []
  for (let end = lastUid(uids); end > 0 && newest.length < most; ) {
    newest.push(end)
    end = lastUid(clipUids(uids, 1, end - 1))
  }
  return newest
}

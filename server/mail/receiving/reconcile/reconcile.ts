// Compares the server's list of a folder with our saved messages, and receives what is missing.
import { compareUids, stillOnServer } from '../../../../core/mailbox/reconcile.ts'
import { clipUids, countUids, lastUid, toRanges, type UidRanges, withoutUids } from '../../../../core/mailbox/uids.ts'
import type { Tx } from '../../../foundation/db/pool.ts'
import type { OpenFolder } from '../../imap/folder.ts'
import type { FolderSync } from '../../mailboxes/folder-sync.ts'
import type { Arrived } from '../../parsing/arrived.ts'
import { headerValue, splitMail } from '../../parsing/raw.ts'
import type { OnMail } from '../drain.ts'
import { type FetchBatchDeps, fetchBatches } from '../fetch-batches.ts'
import { type KeepDeps, keepBatch } from '../keep-batch.ts'
import { openForReading, type Rounds } from '../rounds.ts'

export interface ReconcileDeps extends FetchBatchDeps, KeepDeps {
  onMail: OnMail
  firstUid(folder: string): Promise<number | null>
  /** Saved UIDs in a range; with `isUnseen`, only those whose content the server never returned. */
  storedUids(folderSync: FolderSync, range: [number, number], isUnseen: boolean): Promise<UidRanges>
  /** The messages saved under these UIDs. */
  known(folderSync: FolderSync, uids: number[]): Promise<Map<number, StoredMessageIdentity>>
  /** Detaches saved messages from these UIDs, which belong to other emails now. */
  forget(folderSync: FolderSync, uids: number[]): Promise<void>
  countRecovered(tx: Tx, folder: string, count: number): Promise<void>
  onNotReturned(count: number): Promise<void>
  saveCount(folder: string, count: { held: number; kept: number }): Promise<void>
}

export interface StoredMessageIdentity {
  contentHash: Buffer
  /** Null once the content has been erased. */
  view: { messageId: string | null } | null
}

export interface Reconciled {
  recovered: number
  /** At least one when nothing could be compared. */
  missing: number
}

/** The folder is about to be read from the start. */
const notCompared: Reconciled = { recovered: 0, missing: 1 }

/** Reconciles all folders of a connection in turn; returns how many emails the server lists that we still don't have. */
export async function reconcileAll(deps: ReconcileDeps, rounds: Rounds): Promise<number> {
  let total = 0
  for (const folderSync of rounds.folderSyncs.filter(sync => !sync.isGone)) {
    const folder = await openForReading(rounds, folderSync)
    if (!folder) continue
    const { recovered, missing } = await reconcile(deps, folder, folderSync)
    total += missing
    if (recovered > 0) await rounds.deps.saveEvent({ kind: 'taken_up', detail: { count: recovered, folder: folderSync.folder } })
  }
  return total
}

/**
 * Looks only below the cursor: what lies past it will be drained. ESEARCH returns the server's list as ranges (RFC 4731) and so does
 * the database, so that 200,000 messages are a few numbers; QRESYNC would only tell whether to look.
 */
export async function reconcile(deps: ReconcileDeps, folder: OpenFolder, folderSync: FolderSync): Promise<Reconciled> {
  const first = await deps.firstUid(folderSync.folder)
  if (!folderSync.cursor || first === null || folderSync.cursor.uidValidity !== folder.uidValidity) return notCompared
  const range: [number, number] = [first, folderSync.cursor.uidNext - 1]
  const server = range[0] <= range[1] ? await folder.uids(...range, null) : []
  const stored = await deps.storedUids(folderSync, range, false)
  const reassigned = await findReassigned(deps, folder, folderSync, stillOnServer(stored, server))
  if (reassigned.length > 0) await deps.forget(folderSync, reassigned)
  const known = withoutUids(stored, toRanges(reassigned))
  const unseen = stillOnServer(await deps.storedUids(folderSync, range, true), server)
  const found = compareUids(server, known).missing
  const recovered = (await recover(deps, folder, folderSync, found)) + (await retryUnseen(deps, folder, folderSync, unseen))
  // Mostly nothing has changed: a large folder is not read again.
  const isAsBefore = reassigned.length + countUids(found) + countUids(unseen) === 0
  const { held, kept, missing } = compareUids(server, isAsBefore ? stored : await deps.storedUids(folderSync, range, false))
  await deps.saveCount(folderSync.folder, { held, kept })
  return { recovered, missing: countUids(missing) }
}

async function recover(deps: ReconcileDeps, folder: OpenFolder, folderSync: FolderSync, uids: UidRanges): Promise<number> {
  let recovered = 0
  for await (const { messages } of fetchBatches(deps, folder, folderSync, uids)) {
    if (messages.length === 0) continue
    const keep = (batch: Arrived[]) => deps.onMail(batch, tx => deps.countRecovered(tx, folderSync.folder, countWithContent(batch)))
    const { kept } = await keepBatch(deps, folderSync, messages, keep)
    const notReturned = kept.filter(mail => mail.reduced === 'not_handed_over').length
    if (notReturned > 0) await deps.onNotReturned(notReturned)
    recovered += countWithContent(kept)
  }
  return recovered
}

const withoutContent: readonly Arrived['reduced'][] = ['not_handed_over', 'not_kept']
const countWithContent = (batch: Arrived[]): number => batch.filter(mail => !withoutContent.includes(mail.reduced)).length

/** These are recorded by UID already, so they start with fresh tries and are not given up a second time. */
const retryUnseen = (deps: ReconcileDeps, folder: OpenFolder, folderSync: FolderSync, uids: UidRanges): Promise<number> =>
  recover(deps, folder, { ...folderSync, fetchTries: new Map(), keepTries: new Map() }, uids)

const firstCheckSize = 3
const maxCheckSize = 50

/**
 * UIDs of saved messages that belong to other emails now. A restored backup reassigns UIDs, which only the content reveals: we check
 * the newest messages saved before this connection, and continue to older ones while we find reassigned UIDs.
 */
async function findReassigned(deps: ReconcileDeps, folder: OpenFolder, folderSync: FolderSync, both: UidRanges): Promise<number[]> {
  const reassigned: number[] = []
  let below = folderSync.uidNextAtConnect
  for (let size = firstCheckSize; ; size = Math.min(size * 2, maxCheckSize)) {
    const newest = newestUids(clipUids(both, 1, below - 1), size)
    const found = newest.length > 0 ? await reassignedAmong(deps, folder, folderSync, newest) : []
    if (found.length === 0) return reassigned
    reassigned.push(...found)
    below = Math.min(...newest)
  }
}

async function reassignedAmong(deps: ReconcileDeps, folder: OpenFolder, folderSync: FolderSync, uids: number[]): Promise<number[]> {
  const known = await deps.known(folderSync, uids)
  const reassigned: number[] = []
  for await (const { messages } of fetchBatches(deps, folder, { ...folderSync, fetchTries: new Map() }, toRanges(uids)))
    for (const mail of messages) {
      const kept = known.get(mail.uid ?? 0)
      if (kept && isDifferentEmail(kept, mail)) reassigned.push(mail.uid ?? 0)
    }
  return reassigned
}

/** A server may add a line or count bytes differently the next time; a different Message-ID is a different email. */
function isDifferentEmail({ contentHash, view }: StoredMessageIdentity, { contentHash: found, raw }: Arrived): boolean {
  if (contentHash.length === 0 || contentHash.equals(found) || !view) return false
  return withoutBrackets(view.messageId) !== withoutBrackets(headerValue(splitMail(raw).head, 'message-id'))
}

const withoutBrackets = (messageId: string | null): string => (messageId ?? '').replace(/^<|>$/g, '').trim()

function newestUids(uids: UidRanges, most: number): number[] {
  const newest: number[] = []
  for (let end = lastUid(uids); end > 0 && newest.length < most; ) {
    newest.push(end)
    end = lastUid(clipUids(uids, 1, end - 1))
  }
  return newest
}

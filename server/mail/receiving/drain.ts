// Receives every email past a folder's cursor; the cursor moves in the transaction that saves them.
import { advanceCursor, type FolderCursor, type Listing, planFetch } from '../../../core/mailbox/cursor.ts'
import { inChunks, joinUids, lastUid, toRanges, type UidRanges, withoutUids } from '../../../core/mailbox/uids.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import type { Arrived } from '../parsing/arrived.ts'
import { type FetchBatchDeps, fetchBatches } from './fetch-batches.ts'
import { type KeepDeps, keepBatch } from './keep-batch.ts'

/** Receives a batch of emails; a rejection means that none of the batch was saved. */
export type OnMail = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export interface DrainDeps extends FetchBatchDeps, KeepDeps {
  onMail: OnMail
  /** Moves the cursor, or checks the lease alone where `cursor` is null. `isPassed`: no earlier email is missing. Throws LeaseLost. */
  moveCursor(tx: Tx, folder: string, cursor: FolderCursor | null, isPassed: boolean): Promise<void>
  /** `firstUid`: the UID from which every email in the folder is saved; null leaves it unchanged. */
  saveCursor(folder: string, cursor: FolderCursor, firstUid: number | null): Promise<void>
  forgetNumbering(folder: string): Promise<void>
  /** The folder has a new UIDVALIDITY, so its emails have new UIDs. */
  onRenumbered(folder: string): Promise<void>
  /** So many emails were saved by UID alone, as the server doesn't return their content. */
  onNotReturned(count: number): Promise<void>
}

/** `missing`: UIDs that the server lists and does not return; `unkept`: those that we could not save. The cursor waits before the first. */
export interface Drained {
  received: number
  missing: number[]
  unkept: number[]
}

/** With more failures than this, the emails are not the cause. */
const maxUnkept = 50

/** Plans from the cursor what to fetch first; called instead of `drain` when a folder was just opened. */
export async function catchUp(deps: DrainDeps, folder: OpenFolder, folderSync: FolderSync): Promise<Drained> {
  const plan = planFetch(folderSync.cursor, folder, { startsAt: folderSync.startsAt, lastArrivalAt: folderSync.passedAt })
  if (plan.kind === 'listing') {
    if (plan.reason === 'uidnext_fell') await deps.forgetNumbering(folderSync.folder)
    const listed = await receiveListed(deps, folder, folderSync, plan)
    if (listed.missing.length + listed.unkept.length > 0) return listed
    if (plan.reason !== 'begin') await deps.onRenumbered(folderSync.folder)
  }
  return drain(deps, folder, folderSync)
}

/** Receives what lies past the cursor. Unless it is careful, throws what `onMail` throws; emails received before that stay saved. */
export async function drain(deps: DrainDeps, folder: OpenFolder, folderSync: FolderSync): Promise<Drained> {
  const { cursor } = folderSync
  if (!cursor) throw new Error('The folder has no cursor yet: call catchUp first.')
  const listed = await folder.uids(cursor.uidNext, null, null)
  folderSync.knownUidNext = Math.max(cursor.uidNext, lastUid(listed) + 1, folder.uidNext)
  const done: Drained = { received: 0, missing: [], unkept: [] }
  const left = () => [...done.missing, ...done.unkept]
  for await (const fetched of fetchBatches(deps, folder, folderSync, withoutUids(listed, toRanges(folderSync.fetchedAhead)))) {
    done.missing.push(...fetched.missing)
    if (fetched.messages.length === 0) continue
    const uids = uidsOf(fetched.messages)
    const next = nextCursor(folderSync, cursor, uids, left())
    const keep = (batch: Arrived[]) => deps.onMail(batch, tx => deps.moveCursor(tx, folderSync.folder, next, left().length === 0))
    const { kept, unkept } = deps.isCareful
      ? await keepBatch(deps, folderSync, fetched.messages, keep)
      : await keep(fetched.messages).then(() => ({ kept: fetched.messages, unkept: [] }))
    done.unkept.push(...uidsOf(unkept))
    if (done.unkept.length > maxUnkept) throw new Error('Too many emails could not be saved: they are not the cause.')
    if (kept.length === 0) continue
    done.received += kept.length
    await forgetTries(deps, folderSync, kept)
    moveTo(folderSync, next, uids)
  }
  const next = nextCursor(folderSync, cursor, [], left())
  if (folderSync.cursor && next.uidNext > folderSync.cursor.uidNext) {
    await deps.saveCursor(folderSync.folder, next, null)
    moveTo(folderSync, next, [])
  }
  return done
}

/** Receives a folder's first emails or, after a renumbering, everything since we began to watch: known emails are recognized by content. */
async function receiveListed(deps: DrainDeps, folder: OpenFolder, folderSync: FolderSync, plan: Listing): Promise<Drained> {
  const { cursor } = folderSync
  const all = await folder.uids(1, plan.lastUid, null)
  const wanted = await datedFrom(folder, await folder.uids(1, plan.lastUid, plan.since), plan.notBefore)
  const renumbered = { ...folderSync, cursor: plan.cursor }
  const done: Drained = { received: 0, missing: [], unkept: [] }
  // The cursor stays, but this rolls the batch back when another host has taken over.
  const keep = (batch: Arrived[]) => deps.onMail(batch, tx => deps.moveCursor(tx, folderSync.folder, cursor, false))
  for await (const { messages, missing } of fetchBatches(deps, folder, renumbered, wanted)) {
    done.missing.push(...missing)
    if (messages.length === 0) continue
    const { kept, unkept } = deps.isCareful
      ? await keepBatch(deps, folderSync, messages, keep)
      : await keep(messages).then(() => ({ kept: messages, unkept: [] }))
    done.unkept.push(...uidsOf(unkept))
    await forgetTries(deps, folderSync, kept)
    done.received += kept.length
  }
  if (done.missing.length + done.unkept.length > 0) return done
  await deps.saveCursor(folderSync.folder, plan.cursor, lastUid(withoutUids(all, wanted)) + 1)
  Object.assign(folderSync, { cursor: plan.cursor, fetchedAhead: new Set() })
  return done
}

const datesPerFetch = 500

/** The UIDs that the server dates `notBefore` or later, or doesn't date. */
async function datedFrom(folder: OpenFolder, uids: UidRanges, notBefore: Date): Promise<UidRanges> {
  const before: UidRanges[] = []
  for (const some of inChunks(uids, datesPerFetch)) {
    const dated = await folder.dates(some)
    before.push(toRanges(some.filter(uid => (dated.get(uid) ?? notBefore) < notBefore)))
  }
  return withoutUids(uids, joinUids(...before))
}

async function forgetTries(deps: DrainDeps, folderSync: FolderSync, stored: Arrived[]): Promise<void> {
  for (const { sourceKey } of stored) folderSync.fetchTries.delete(sourceKey)
  const count = stored.filter(mail => mail.reduced === 'not_handed_over').length
  if (count > 0) await deps.onNotReturned(count)
}

const uidsOf = (messages: Arrived[]): number[] => messages.map(mail => mail.uid ?? 0)

function nextCursor(folderSync: FolderSync, cursor: FolderCursor, uids: number[], missing: number[]): FolderCursor {
  return advanceCursor(folderSync.cursor ?? cursor, [...folderSync.fetchedAhead, ...uids], missing)
}

function moveTo(folderSync: FolderSync, next: FolderCursor, uids: number[]): void {
  folderSync.cursor = next
  for (const uid of uids) folderSync.fetchedAhead.add(uid)
  for (const uid of folderSync.fetchedAhead) if (uid < next.uidNext) folderSync.fetchedAhead.delete(uid)
}

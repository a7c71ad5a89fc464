// Hands over every message of a folder past its cursor; the cursor moves in the same transaction.
import { advanceCursor, type FolderCursor, type Listing, planFetch } from '../../../core/mailbox/cursor.ts'
import { inChunks, joinUids, lastUid, rangesOf, type UidRanges, withoutUids } from '../../../core/mailbox/uids.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import type { Arrived } from '../parsing/arrived.ts'
import { type FetchBatchDeps, fetchBatches } from './fetch-batches.ts'

/** Takes mail in; a rejection means that nothing of the batch was kept. */
export type OnMail = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export interface DrainDeps extends FetchBatchDeps {
  onMail: OnMail
  /** With the mails before it; `isPassed`: none of those that came earlier is missing. Null where it stays; throws LeaseLost even so. */
  moveCursor(tx: Tx, folder: string, cursor: FolderCursor | null, isPassed: boolean): Promise<void>
  /** `firstUid`: from this one on every mail that the folder holds is kept; null leaves it as it is. */
  saveCursor(folder: string, cursor: FolderCursor, firstUid: number | null): Promise<void>
  forgetNumbering(folder: string): Promise<void>
  /** A folder has new numbers, so its mails have new names. */
  numberedAnew(folder: string): Promise<void>
  /** So many mails are told by their UIDs alone from now on. */
  notHandedOver(count: number): Promise<void>
}

/** `missing`: UIDs that the server lists and that are not kept; the cursor waits before the first of them. */
export interface Drained {
  handedOver: number
  missing: number[]
}

/** When more cannot be kept, it is not the mails. */
const refusedAtMost = 3

/** Plans from the cursor what has to be fetched first; called for each folder that was just opened, instead of `drain`. */
export async function catchUp(deps: DrainDeps, folder: OpenFolder, place: FolderSync): Promise<Drained> {
  const plan = planFetch(place.cursor, folder, { startsAt: place.startsAt, lastArrivalAt: place.passedAt })
  if (plan.kind === 'listing') {
    if (plan.reason === 'uidnext_fell') await deps.forgetNumbering(place.folder)
    const listed = await takeListed(deps, folder, place, plan)
    if (listed.missing.length > 0) return listed
    if (plan.reason !== 'begin') await deps.numberedAnew(place.folder)
  }
  return drain(deps, folder, place)
}

/** Hands over what lies past the cursor. Throws what `onMail` throws; what was handed over before stays so. */
export async function drain(deps: DrainDeps, folder: OpenFolder, place: FolderSync): Promise<Drained> {
  const { cursor } = place
  if (!cursor) throw new Error('The folder has no cursor yet: catchUp comes first.')
  const listed = await folder.uids(cursor.uidNext, null, null)
  place.heardUidNext = Math.max(cursor.uidNext, lastUid(listed) + 1, folder.uidNext)
  const missing: number[] = []
  let handedOver = 0
  let refused = 0
  for await (const parcel of fetchBatches(deps, folder, place, withoutUids(listed, rangesOf(place.ahead)))) {
    missing.push(...parcel.omitted)
    if (parcel.mails.length === 0) continue
    const uids = parcel.mails.map(mail => mail.uid ?? 0)
    const next = reach(place, cursor, uids, missing)
    try {
      await deps.onMail(parcel.mails, tx => deps.moveCursor(tx, place.folder, next, missing.length === 0))
    } catch (error) {
      if (!deps.isCareful || error instanceof LeaseLost || ++refused > refusedAtMost) throw error
      missing.push(...uids)
      continue
    }
    handedOver += uids.length
    await settleAsked(deps, place, parcel.mails)
    advance(place, next, uids)
  }
  const next = reach(place, cursor, [], missing)
  if (place.cursor && next.uidNext > place.cursor.uidNext) {
    await deps.saveCursor(place.folder, next, null)
    advance(place, next, [])
  }
  return { handedOver, missing }
}

/** The mail that a folder begins with; or, after the server has numbered anew, whatever arrived since we watch: what is known is known again by its content. */
async function takeListed(deps: DrainDeps, folder: OpenFolder, place: FolderSync, plan: Listing): Promise<Drained> {
  const { cursor } = place
  const all = await folder.uids(1, plan.lastUid, null)
  const wanted = await datedFrom(folder, await folder.uids(1, plan.lastUid, plan.since), plan.notBefore)
  const renumbered = { ...place, cursor: plan.cursor }
  const missing: number[] = []
  let handedOver = 0
  for await (const parcel of fetchBatches(deps, folder, renumbered, wanted)) {
    missing.push(...parcel.omitted)
    // Moves nothing, but keeps nothing either when the mailbox is another's by now.
    if (parcel.mails.length > 0) await deps.onMail(parcel.mails, tx => deps.moveCursor(tx, place.folder, cursor, false))
    await settleAsked(deps, place, parcel.mails)
    handedOver += parcel.mails.length
  }
  if (missing.length > 0) return { handedOver, missing }
  await deps.saveCursor(place.folder, plan.cursor, lastUid(withoutUids(all, wanted)) + 1)
  Object.assign(place, { cursor: plan.cursor, ahead: new Set() })
  return { handedOver, missing }
}

const datesAtOnce = 500

/** Those that the server dates from `notBefore` on, or not at all. */
async function datedFrom(folder: OpenFolder, uids: UidRanges, notBefore: Date): Promise<UidRanges> {
  const before: UidRanges[] = []
  for (const some of inChunks(uids, datesAtOnce)) {
    const dated = await folder.dates(some)
    before.push(rangesOf(some.filter(uid => (dated.get(uid) ?? notBefore) < notBefore)))
  }
  return withoutUids(uids, joinUids(...before))
}

async function settleAsked(deps: DrainDeps, place: FolderSync, kept: Arrived[]): Promise<void> {
  for (const { sourceKey } of kept) place.asked.delete(sourceKey)
  const count = kept.filter(mail => mail.reduced === 'not_handed_over').length
  if (count > 0) await deps.notHandedOver(count)
}

function reach(place: FolderSync, cursor: FolderCursor, uids: number[], missing: number[]): FolderCursor {
  return advanceCursor(place.cursor ?? cursor, [...place.ahead, ...uids], missing)
}

function advance(place: FolderSync, next: FolderCursor, uids: number[]): void {
  place.cursor = next
  for (const uid of uids) place.ahead.add(uid)
  for (const uid of place.ahead) if (uid < next.uidNext) place.ahead.delete(uid)
}

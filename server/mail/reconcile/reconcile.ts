// Compares what the server holds of a folder with what the ledger tells, and takes up what is lacking.
import { areOtherMails, compareUids, heldStill } from '../../../core/mailbox/reconcile.ts'
import { clipUids, countUids, lastUid, rangesOf, type UidRanges } from '../../../core/mailbox/uids.ts'
import type { Tx } from '../../db/pool.ts'
import type { OnMail } from '../drain.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { type ParcelParts, parcels } from '../parcels.ts'
import type { Place } from '../place.ts'

export interface ReconcileParts extends ParcelParts {
  onMail: OnMail
  firstUid(folder: string): Promise<number | null>
  /** From `first` to `last`; with `isUnseen`, of the kept ones those that the server never handed over. */
  keptUids(place: Place, range: [number, number], isUnseen: boolean): Promise<UidRanges>
  hashes(place: Place, uids: number[]): Promise<Map<number, Buffer>>
  countTakenUp(tx: Tx, folder: string, count: number): Promise<void>
  saveCount(folder: string, count: { held: number; kept: number }): Promise<void>
}

export interface Reconciled {
  takenUp: number
  lacking: number
  /** The numbers name other mails than they did: the folder has to be read anew. */
  isOther: boolean
}

/**
 * Looks only below the cursor: what lies past it is on its way. ESEARCH gives the server's list as ranges (RFC 4731) and the ledger's
 * come so from the database, so that 200,000 mails are a few numbers; QRESYNC would tell no more than whether to look.
 */
export async function reconcile(parts: ReconcileParts, folder: OpenFolder, place: Place): Promise<Reconciled> {
  const nothing = { takenUp: 0, lacking: 0, isOther: false }
  const first = await parts.firstUid(place.folder)
  if (!place.cursor || first === null || place.cursor.uidValidity !== folder.uidValidity) return nothing
  const range: [number, number] = [first, place.cursor.uidNext - 1]
  const server = range[0] <= range[1] ? await folder.uids(...range, null) : []
  const known = await parts.keptUids(place, range, false)
  if (await isNumberedAnew(parts, folder, place, heldStill(known, server))) return { ...nothing, isOther: true }
  const unseen = heldStill(await parts.keptUids(place, range, true), server)
  const takenUp = (await takeUp(parts, folder, place, compareUids(server, known).lacking)) + (await askAgain(parts, folder, place, unseen))
  const { held, kept, lacking } = compareUids(server, await parts.keptUids(place, range, false))
  await parts.saveCount(place.folder, { held, kept })
  return { takenUp, lacking: countUids(lacking), isOther: false }
}

async function takeUp(parts: ReconcileParts, folder: OpenFolder, place: Place, uids: UidRanges): Promise<number> {
  let takenUp = 0
  for await (const { mails } of parcels(parts, folder, place, uids)) {
    if (mails.length === 0) continue
    await parts.onMail(mails, tx => parts.countTakenUp(tx, place.folder, mails.length))
    takenUp += mails.length
  }
  return takenUp
}

/** They are told already, so nobody gives them up once more. */
const askAgain = (parts: ReconcileParts, folder: OpenFolder, place: Place, uids: UidRanges): Promise<number> =>
  takeUp(parts, folder, { ...place, asked: new Map() }, uids)

const looksAt = 3

/** A backup that was restored gives numbers that were given before to other mails, and nothing but their content tells. */
async function isNumberedAnew(parts: ReconcileParts, folder: OpenFolder, place: Place, both: UidRanges): Promise<boolean> {
  const newest = newestOf(both, looksAt)
  const kept = await parts.hashes(place, newest)
  const same: boolean[] = []
  for await (const { mails } of parcels(parts, folder, { ...place, asked: new Map() }, rangesOf(newest)))
    for (const { uid, contentHash } of mails) {
      const before = kept.get(uid ?? 0)
      if (before && before.length > 0) same.push(before.equals(contentHash))
    }
  return areOtherMails(same)
}

function newestOf(uids: UidRanges, most: number): number[] {
  const newest: number[] = []
  for (let end = lastUid(uids); end > 0 && newest.length < most; ) {
    newest.push(end)
    end = lastUid(clipUids(uids, 1, end - 1))
  }
  return newest
}

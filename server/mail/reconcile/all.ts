// Compares all folders of one connection, one after the other.
import { largestUid } from '../../../core/mailbox/uids.ts'
import { type Rounds, readAnew, reading } from '../rounds.ts'
import { type ReconcileParts, reconcile } from './reconcile.ts'

/** Answers how many mails are lacking still, that the server lists. */
export async function reconcileAll(parts: ReconcileParts, rounds: Rounds): Promise<number> {
  let lacking = 0
  for (const place of rounds.places.filter(p => !p.isGone)) {
    const folder = await reading(rounds, place)
    if (!folder) continue
    const found = await reconcile(parts, folder, place)
    lacking += found.lacking
    if (found.takenUp > 0) await rounds.parts.note({ kind: 'taken_up', detail: { count: found.takenUp, folder: place.folder } })
    if (found.isOther && place.cursor) {
      // No server gives so many numbers: the next look finds that they fell back.
      place.cursor = { ...place.cursor, uidNext: largestUid + 1 }
      readAnew(rounds, place)
    }
  }
  return lacking
}

// Reconciles all folders of one connection, one after the other.
import { type Rounds, reading } from '../rounds.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

/** Answers how many mails are lacking still, that the server lists. */
export async function reconcileAll(deps: ReconcileDeps, rounds: Rounds): Promise<number> {
  let missing = 0
  for (const place of rounds.places.filter(p => !p.isGone)) {
    const folder = await reading(rounds, place)
    if (!folder) continue
    const { takenUp, lacking } = await reconcile(deps, folder, place)
    missing += lacking
    if (takenUp > 0) await rounds.parts.note({ kind: 'taken_up', detail: { count: takenUp, folder: place.folder } })
  }
  return missing
}

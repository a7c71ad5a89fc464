// Compares the messages on the server with those in our ledger.
import { countUids, type UidRanges, withoutUids } from './uids.ts'

export interface Compared {
  /** Mails that the server holds. */
  held: number
  /** How many of these are in the ledger. */
  kept: number
  /** Those that are not. */
  lacking: UidRanges
}

export function compareUids(server: UidRanges, ledger: UidRanges): Compared {
  const lacking = withoutUids(server, ledger)
  const held = countUids(server)
  return { held, kept: held - countUids(lacking), lacking }
}

/** Those of `ledger` that the server holds too. */
export const heldStill = (ledger: UidRanges, server: UidRanges): UidRanges => withoutUids(ledger, withoutUids(ledger, server))

const dayMs = 24 * 60 * 60_000
const soonMs = 10 * 60_000

/** Daily, spread by `random` in [0, 1); soon again while mail is lacking that the server lists. */
export const nextReconcileMs = (lacking: number, random: number): number => (lacking > 0 ? soonMs : dayMs * (0.9 + random / 5))

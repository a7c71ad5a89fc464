// Compares the messages on the server with those in our ledger.
import { countUids, type UidRanges, withoutUids } from './uids.ts'

export interface UidComparison {
  /** The number of emails on the server. */
  held: number
  /** How many of these are in the ledger. */
  kept: number
  /** The UIDs of those that are not in the ledger. */
  missing: UidRanges
}

export function compareUids(server: UidRanges, ledger: UidRanges): UidComparison {
  const missing = withoutUids(server, ledger)
  const held = countUids(server)
  return { held, kept: held - countUids(missing), missing }
}

/** The UIDs of `ledger` that are still on the server. */
export const stillOnServer = (ledger: UidRanges, server: UidRanges): UidRanges => withoutUids(ledger, withoutUids(ledger, server))

const dayMs = 24 * 60 * 60_000
const soonMs = 10 * 60_000

/** Daily, varied by `random` in [0, 1); sooner while emails on the server are missing here. */
export const nextReconcileMs = (missing: number, random: number): number => (missing > 0 ? soonMs : dayMs * (0.9 + random / 5))

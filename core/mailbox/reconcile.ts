// What the server holds beside what the ledger tells.
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

/**
 * Whether these are numbers given anew under an old UIDVALIDITY, as after a backup was restored: every mail that is looked at
 * is another than the one that is kept. One alone may have been changed by its server.
 */
export const areOtherMails = (same: boolean[]): boolean => same.length > 1 && same.every(isSame => !isSame)

// How long a mailbox host may be silent before others take over, and how often it renews its leases.

export interface HostTimes {
  /** After so long without a beat its mailboxes are anybody's. */
  hostMs: number
  beatMs: number
  /** The lease of one mailbox: it counts where its host does not, as when a watch broke off and its host lives on. */
  mailboxMs: number
  renewMs: number
  /** A new sign of life of a mailbox is written after so long. */
  aliveMs: number
  /** A host that cannot reach the database keeps its connections so long. */
  aloneMs: number
}

const minute = 60_000

// Taken over within ten seconds: a beat is missed for `hostMs`, others look each second, and one connects.
export const hostTimes = (hostMs: number): HostTimes => ({
  hostMs,
  beatMs: hostMs / 4,
  mailboxMs: Math.max(hostMs, 5 * minute),
  renewMs: Math.max(hostMs / 3, 2 * minute),
  aliveMs: Math.min(hostMs / 2, 4_000),
  aloneMs: Math.max(hostMs, minute),
})

export interface HeldRow {
  renewedAt: Date
  aliveAt: Date | null
  /** As it was written last. */
  savedAliveAt: Date | null
}

/** Of ten thousand that are held, those that have something to say. */
export function isRowDue({ renewedAt, aliveAt, savedAliveAt }: HeldRow, now: Date, { renewMs, aliveMs }: HostTimes): boolean {
  const sinceMs = now.getTime() - renewedAt.getTime()
  return sinceMs >= renewMs || (sinceMs >= aliveMs && aliveAt !== null && aliveAt.getTime() !== savedAliveAt?.getTime())
}

// Defines how long a mailbox host may be silent before others take over, and how often it renews leases.

export interface HostTimes {
  /** Without a heartbeat for this long, other hosts may take its mailboxes. */
  hostMs: number
  beatMs: number
  /** The lease of one mailbox; it matters if a watch fails while its host is still alive. */
  mailboxMs: number
  renewMs: number
  /** How often a mailbox's last contact is saved. */
  aliveMs: number
  /** How long a host without a database keeps its connections. */
  aloneMs: number
}

const minute = 60_000

// A takeover takes up to ten seconds: heartbeats are missing for `hostMs`, others check every second, and one connects.
export const hostTimes = (hostMs: number): HostTimes => ({
  hostMs,
  beatMs: hostMs / 4,
  mailboxMs: Math.max(hostMs, 5 * minute),
  renewMs: Math.max(hostMs / 3, 2 * minute),
  aliveMs: Math.min(hostMs / 2, 4_000),
  aloneMs: Math.max(hostMs, minute),
})

export interface HeldRow {
  /** On a clock that never steps; `renewedMs` is when the lease was last extended. */
  renewedMs: number
  aliveAt: Date | null
  /** The last saved value. */
  savedAliveAt: Date | null
}

/** Selects the leases with something to save, out of up to ten thousand. */
export function isRowDue({ renewedMs, aliveAt, savedAliveAt }: HeldRow, nowMs: number, { renewMs, aliveMs }: HostTimes): boolean {
  const sinceMs = nowMs - renewedMs
  return sinceMs >= renewMs || (sinceMs >= aliveMs && aliveAt !== null && aliveAt.getTime() !== savedAliveAt?.getTime())
}

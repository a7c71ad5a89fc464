// Who watches a mailbox: a lease that runs out, with a token that fences off whoever lost it.

/** `token` grows each time the mailbox changes hands; a write that carries an older one is refused. */
export interface Lease {
  host: string | null
  token: number
  until: Date | null
}

export interface LeasePolicy {
  ttlMs: number
  renewAfterMs: number
}

export const defaultLeasePolicy: LeasePolicy = { ttlMs: 30_000, renewAfterMs: 10_000 }

export type Claimed = { kind: 'acquired'; lease: Lease } | { kind: 'taken'; until: Date }
export type Renewed = { kind: 'renewed'; lease: Lease } | { kind: 'lost' }

/** `lease` is what is stored. A host that claims what it holds gets a new token: it has started anew and fences its former self. */
export function claimLease(lease: Lease, host: string, now: Date, policy: LeasePolicy = defaultLeasePolicy): Claimed {
  if (lease.until && lease.until > now && lease.host !== null && lease.host !== host) return { kind: 'taken', until: lease.until }
  return { kind: 'acquired', lease: { host, token: lease.token + 1, until: end(now, policy) } }
}

/** `lost` once another has claimed it, or once it ran out: another may be about to. */
export function renewLease(lease: Lease, host: string, token: number, now: Date, policy: LeasePolicy = defaultLeasePolicy): Renewed {
  if (!holdsLease(lease, host, token, now)) return { kind: 'lost' }
  return { kind: 'renewed', lease: { host, token, until: end(now, policy) } }
}

/** May this host, with this token, still write for the mailbox? */
export const holdsLease = (lease: Lease, host: string, token: number, now: Date): boolean =>
  lease.host === host && lease.token === token && lease.until !== null && lease.until > now

/** The lease given back, if it is still this host's: the next may claim it at once. */
export const releaseLease = (lease: Lease, host: string, token: number): Lease =>
  lease.host === host && lease.token === token ? { host: null, token, until: null } : lease

export const isRenewalDue = (renewedAt: Date, now: Date, policy: LeasePolicy = defaultLeasePolicy): boolean =>
  now.getTime() - renewedAt.getTime() >= policy.renewAfterMs

const end = (now: Date, policy: LeasePolicy): Date => new Date(now.getTime() + policy.ttlMs)

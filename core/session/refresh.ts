// What a presented refresh token may do: rotate, get the active one again, or end its whole family.

/** One token of a session's family, as far as the decision needs it. */
export interface FamilyToken {
  id: string
  parentId: string | null
  revokedAt: Date | null
}

export interface Family {
  presented: FamilyToken | null
  /** The one token of the session that was not exchanged yet. */
  active: FamilyToken | null
  endsAt: Date
}

export type RefreshDecision = 'rotate' | 'return_active' | 'reuse_ends_family' | 'not_found' | 'expired'

/**
 * Decides on a refresh while its session is locked.
 * The direct parent of the active token always gets the active one: the answer that carried it may have been lost.
 * Any other exchanged token is forgiven for `reuseIntervalMs` after its exchange; later it was stolen, or its thief was faster.
 */
export function decideRefresh({ presented, active, endsAt }: Family, now: Date, reuseIntervalMs: number): RefreshDecision {
  if (!presented) return 'not_found'
  if (now >= endsAt) return 'expired'
  if (!presented.revokedAt) return 'rotate'
  if (!active) return 'reuse_ends_family'
  if (active.parentId === presented.id) return 'return_active'
  return now.getTime() - presented.revokedAt.getTime() < reuseIntervalMs ? 'return_active' : 'reuse_ends_family'
}

// Decides what a presented refresh token may do: rotate, return the active token, or end its family.

/** One token of a session's family. */
export interface FamilyToken {
  id: string
  parentId: string | null
  revokedAt: Date | null
}

export interface Family {
  presented: FamilyToken | null
  /** The session's only token that was not exchanged yet. */
  active: FamilyToken | null
  endsAt: Date
}

/** `return_active_late`: the response may have been lost, or two hold the token. */
export type RefreshDecision = 'rotate' | 'return_active' | 'return_active_late' | 'reuse_ends_family' | 'not_found' | 'expired'

/**
 * Decides on a refresh while its session is locked.
 * The direct parent of the active token always gets the active one, because the response with it may have been lost.
 * Any other exchanged token is accepted for `reuseIntervalMs` after its exchange; later it counts as stolen.
 */
export function decideRefresh({ presented, active, endsAt }: Family, now: Date, reuseIntervalMs: number): RefreshDecision {
  if (!presented) return 'not_found'
  if (now >= endsAt) return 'expired'
  if (!presented.revokedAt) return 'rotate'
  if (!active) return 'reuse_ends_family'
  if (now.getTime() - presented.revokedAt.getTime() < reuseIntervalMs) return 'return_active'
  return active.parentId === presented.id ? 'return_active_late' : 'reuse_ends_family'
}

// Decides whether staff may change somebody's role, suspend them or erase them: never themselves, and never the last administrator.
import type { StaffRole } from './staff.ts'
import type { AccountState } from './suspension.ts'

export type StaffRefusal = 'own_account' | 'own_admin_role' | 'last_admin' | 'not_active' | 'has_role' | 'role_missing'

interface StaffTarget {
  /** The member of staff who asks. */
  actorId: string
  targetId: string
  /** Everybody with the role admin who can sign in. */
  activeAdmins: readonly string[]
}

export interface RoleChange extends StaffTarget {
  role: StaffRole
  change: 'grant' | 'revoke'
  roles: readonly string[]
  state: AccountState
}

const isLastAdmin = ({ activeAdmins, targetId }: StaffTarget): boolean =>
  activeAdmins.every(id => id === targetId) && activeAdmins.length > 0

/** Null when it may be done. */
export function refuseRoleChange(asked: RoleChange): StaffRefusal | null {
  const hasRole = asked.roles.includes(asked.role)
  if (asked.change === 'grant') {
    if (hasRole) return 'has_role'
    // Nobody has proved yet that the address is theirs, or nobody can sign in.
    return asked.state === 'active' ? null : 'not_active'
  }
  if (!hasRole) return 'role_missing'
  if (asked.role !== 'admin') return null
  if (asked.targetId === asked.actorId) return 'own_admin_role'
  return isLastAdmin(asked) ? 'last_admin' : null
}

/** For what takes the account away: suspending and erasing. Null when it may be done. */
export function refuseAccountLoss(asked: StaffTarget): StaffRefusal | null {
  if (asked.targetId === asked.actorId) return 'own_account'
  return isLastAdmin(asked) ? 'last_admin' : null
}

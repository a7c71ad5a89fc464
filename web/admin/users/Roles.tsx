// The roles of a user, by the names that people read.
import { isStaffRole } from '../../../core/session/staff.ts'
import { useWords } from '../../words/words.tsx'

export function Roles({ roles }: { roles: readonly string[] }) {
  const t = useWords('adminusers')
  return <>{roles.map(role => (isStaffRole(role) ? t(`role.${role}`) : role)).join(', ') || t('none')}</>
}

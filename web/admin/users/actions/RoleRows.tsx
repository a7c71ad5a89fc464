// The roles in the console that a user has or may be given.
import { useState } from 'react'
import { type AdminUser, changeUserRoleApi } from '../../../../core/api/admin/users.ts'
import { type StaffRole, staffRoles } from '../../../../core/session/staff.ts'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { ActionRow } from './ActionRow.tsx'
import { useUserAction } from './useUserAction.ts'

interface AskedChange {
  role: StaffRole
  change: 'grant' | 'revoke'
}

export function RoleRows({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const act = useUserAction(user.id)
  const [asked, setAsked] = useState<AskedChange | null>(null)
  return (
    <>
      <ul aria-label={t('column.roles')}>
        {staffRoles.map(role => {
          const change = user.roles.includes(role) ? 'revoke' : 'grant'
          return (
            <ActionRow key={role} title={t('role.row', { role: t(`role.${role}`) })} text={t(`role.${role}.text`)}>
              <Button look="quiet" small onClick={() => setAsked({ role, change })}>
                {t(`role.${change}`, { role: t(`role.${role}`) })}
              </Button>
            </ActionRow>
          )
        })}
      </ul>
      <ConfirmAction
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? t(`role.${asked.change}.title`, { role: t(`role.${asked.role}`) }) : ''}
        action={asked ? t(`role.${asked.change}`, { role: t(`role.${asked.role}`) }) : ''}
        danger={asked?.change === 'revoke' || asked?.role === 'admin'}
        onConfirm={async reason => asked && act(changeUserRoleApi, 'roles', { ...asked, reason })}
      >
        <p>{asked && t(`role.${asked.role}.text`)}</p>
        <p>{t('role.notified')}</p>
      </ConfirmAction>
    </>
  )
}

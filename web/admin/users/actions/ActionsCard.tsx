// What administrators can do to an account. Each action explains itself and asks for a reason.
import { useState } from 'react'
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { ActionRow } from './ActionRow.tsx'
import { EraseUser } from './EraseUser.tsx'
import { PlainAction, type PlainActionName } from './PlainAction.tsx'
import { RoleRows } from './RoleRows.tsx'
import { SuspendUser } from './SuspendUser.tsx'

type ActionName = PlainActionName | 'suspend' | 'erase'

export function ActionsCard({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const [open, setOpen] = useState<ActionName | null>(null)
  const close = () => setOpen(null)
  const plain = open !== null && open !== 'suspend' && open !== 'erase' ? open : null
  return (
    <Card flush>
      <CardHead title={t('actions')}>{t('actions.text')}</CardHead>
      <ul>
        {possibleActions(user).map(name => (
          <ActionRow key={name} title={t(`act.${name}`)} text={t(`act.${name}.text`)}>
            <Button look={name === 'erase' ? 'danger' : 'quiet'} small onClick={() => setOpen(name)}>
              {t(`act.${name}`)}
            </Button>
          </ActionRow>
        ))}
      </ul>
      <RoleRows user={user} />
      <PlainAction user={user} name={plain} onClose={close} />
      <SuspendUser user={user} open={open === 'suspend'} onClose={close} />
      <EraseUser user={user} open={open === 'erase'} onClose={close} />
    </Card>
  )
}

/** Only the actions that would change something. */
const possibleActions = (user: AdminUser): ActionName[] => [
  ...(user.email && !user.isEmailConfirmed ? ['confirmEmail' as const] : []),
  ...(user.state === 'suspended' ? ['resume' as const] : []),
  'suspend',
  ...(user.factors.length > 0 ? ['resetFactors' as const] : []),
  ...(user.sessions.length > 0 ? ['signOut' as const] : []),
  'export',
  'erase',
]

// The facts of an account: who it is, how they sign in, and since when.
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { Roles } from '../Roles.tsx'
import { UserState } from '../UserState.tsx'
import { Moment } from './Moment.tsx'

export function FactsCard({ user }: { user: AdminUser }) {
  const t = useWords('adminusers')
  const confirmed = (isConfirmed: boolean) => t(isConfirmed ? 'confirmed' : 'notConfirmed')
  return (
    <Card>
      <h2>{t('facts')}</h2>
      <Facts
        facts={[
          { name: t('column.state'), value: <UserState state={user.state} /> },
          { name: t('fact.id'), value: <code className="wrap-anywhere">{user.id}</code> },
          { name: t('column.name'), value: user.name ?? t('none') },
          { name: t('column.email'), value: user.email ? `${user.email} (${confirmed(user.isEmailConfirmed)})` : t('none') },
          { name: t('fact.phone'), value: user.phone ? `${user.phone} (${confirmed(user.isPhoneConfirmed)})` : t('none') },
          { name: t('column.roles'), value: <Roles roles={user.roles} /> },
          { name: t('fact.providers'), value: user.providers.join(', ') || t('none') },
          { name: t('fact.language'), value: user.language ?? t('none') },
          { name: t('column.created'), value: <Moment at={user.createdAt} /> },
          { name: t('fact.invited'), value: <Moment at={user.invitedAt} /> },
          { name: t('column.signIn'), value: <Moment at={user.lastSignInAt} /> },
        ]}
      />
    </Card>
  )
}

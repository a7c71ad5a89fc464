// The profile page: name, picture, address, password, second factors, devices, and account deletion.
import { useAuth } from '../session/session.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { StateLabel } from '../ui/feedback/StateLabel.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'
import { AvatarCard } from './avatar/AvatarCard.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ProfileName } from './ProfileName.tsx'
import { ProfilePhone } from './phones/ProfilePhone.tsx'
import { contactLabel } from './phones/person-label.ts'
import { Identities } from './providers/Identities.tsx'
import { SessionList } from './SessionList.tsx'

export function ProfilePage() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const hasFactor = (user?.factors ?? []).some(factor => factor.status === 'verified')
  return (
    <div>
      <PageHeader title={t('title')}>{contactLabel(user)}</PageHeader>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card>
          <h2>{t('name.title')}</h2>
          <ProfileName />
        </Card>
        <AvatarCard />
        <Card>
          <h2>{t('email.title')}</h2>
          <p className="text-ink-2">{user?.email ? t('email.text', { email: user.email }) : t('email.none')}</p>
          <ChangeEmail />
        </Card>
        <ProfilePhone />
        <Card>
          <h2>{t('password.title')}</h2>
          <p className="text-ink-2">{t('password.text')}</p>
          <ChangePassword quiet onDone={() => toast.success(account('password.changed'))} />
        </Card>
        <Card>
          <h2>{t('factor.title')}</h2>
          <StateLabel kind={hasFactor ? 'ok' : 'off'} label={t(hasFactor ? 'factor.on' : 'factor.off')} />
          <p className="text-ink-2">{t('factor.text')}</p>
          <LinkButton look="quiet" className="w-fit" to="/two-factor">
            {t(hasFactor ? 'factor.change' : 'factor.start')}
          </LinkButton>
        </Card>
        <Identities />
        <SessionList />
        <DeleteAccount />
      </div>
    </div>
  )
}

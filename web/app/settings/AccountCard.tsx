// Links to the profile: identity, sign-in, account deletion.
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'

export function AccountCard() {
  const t = useWords('settings')
  return (
    <Card>
      <h2>{t('account')}</h2>
      <div className="flex flex-wrap gap-3">
        <LinkButton look="quiet" to="/profile">
          {t('account.profile')}
        </LinkButton>
        <LinkButton look="quiet" to="/two-factor">
          {t('account.factor')}
        </LinkButton>
        <LinkButton look="quiet" to="/profile#leave">
          {t('account.leave')}
        </LinkButton>
      </div>
    </Card>
  )
}

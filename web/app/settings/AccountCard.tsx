// The way to what concerns the account itself: who one is, how one signs in, and leaving.
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useWords } from '../../words.tsx'

export function AccountCard() {
  const t = useWords('settings')
  return (
    <Card>
      <h2>{t('account')}</h2>
      <p className="text-ink-2">{t('account.text')}</p>
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

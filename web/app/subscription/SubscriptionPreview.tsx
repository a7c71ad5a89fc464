// The page before a change of plan; it says that there is only one plan.
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'

export function SubscriptionPreview() {
  const t = useWords('subscription')
  return (
    <div>
      <PageHeader title={t('preview.title')}>{t('preview.lead')}</PageHeader>
      <Card className="max-w-2xl">
        <h2>{t('preview.now')}</h2>
        <p className="text-ink-2">{t('preview.text')}</p>
        <p>
          <LinkButton to="/subscription" look="quiet">
            {t('preview.back')}
          </LinkButton>
        </p>
      </Card>
    </div>
  )
}

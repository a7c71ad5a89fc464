// The page that a payment service would return to; it says that no payment is taken here.
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'

export function PaymentCallback() {
  const t = useWords('subscription')
  return (
    <div>
      <PageHeader title={t('payment.title')}>{t('payment.lead')}</PageHeader>
      <Card className="max-w-2xl">
        <h2>{t('payment.now')}</h2>
        <p className="text-ink-2">{t('payment.text')}</p>
        <p className="flex flex-wrap gap-3">
          <LinkButton to="/subscription" look="quiet">
            {t('payment.back')}
          </LinkButton>
          <LinkButton to="/contact" look="bare">
            {t('payment.tell')}
          </LinkButton>
        </p>
      </Card>
    </div>
  )
}

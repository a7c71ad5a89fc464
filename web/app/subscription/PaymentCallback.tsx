// The page that a payment service would send people back to: no payment is taken here, and that is said.
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useWords } from '../../words.tsx'

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

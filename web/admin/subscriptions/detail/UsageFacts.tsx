// What an owner has used this month, and where their limits come from.
import type { SubscriptionDetail } from '../../../../core/api/admin/subscriptions.ts'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { useMoneyText } from '../useMoneyText.ts'

export function UsageFacts({ detail: { usage, allowance } }: { detail: SubscriptionDetail }) {
  const t = useWords('adminsubscriptions')
  const { count } = useMoneyText()
  const of = (used: number, limit: number | null) =>
    t('usage.of', { used: count(used), limit: limit === null ? t('plans.unlimited') : count(limit) })
  const { limits, source, delivery } = allowance
  return (
    <Card>
      <h2>{t('usage', { month: usage.month })}</h2>
      <Facts
        facts={[
          { name: t('usage.delivered'), value: of(usage.delivered, limits.deliveriesPerMonth) },
          { name: t('usage.reserved'), value: count(usage.reserved) },
          { name: t('usage.mailboxes'), value: of(usage.mailboxes, limits.mailboxes) },
          { name: t('usage.filters'), value: of(usage.filters, limits.filters) },
          { name: t('usage.source'), value: t(`source.${source}`) },
          { name: t('usage.delivery'), value: t(`delivery.${delivery}`) },
        ]}
      />
    </Card>
  )
}

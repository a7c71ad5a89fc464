// What is used of the plan this month: deliveries with those that failed, email accounts, filters.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SubscriptionPage } from '../../../core/api/billing.ts'
import { UsageMeter } from '../../ui/charts/UsageMeter.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { useBillingText } from './useBillingText.ts'

/** `short` leaves out what does not change during a month. */
export function UsageCard({ page, short = false }: { page: SubscriptionPage; short?: boolean }) {
  const t = useWords('usage')
  const text = useBillingText()
  const { usage, allowance } = page
  const month = text.month(usage.month)
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2>{t('title', { month })}</h2>
        {short && (
          <Link to="/subscription" className="text-sm">
            {t('link')}
          </Link>
        )}
      </div>
      <UsageMeter label={t('deliveries')} used={usage.delivered} limit={usage.limit}>
        <DeliveryDetails page={page} />
      </UsageMeter>
      {!short && (
        <>
          <Owned label={t('mailboxes')} used={usage.mailboxes} limit={allowance.limits.mailboxes} />
          <Owned label={t('filters')} used={usage.filters} limit={allowance.limits.filters} />
          <p className="max-w-[62ch] text-sm text-ink-2">{t('deliveries.what')}</p>
        </>
      )}
    </Card>
  )
}

function DeliveryDetails({ page: { usage } }: { page: SubscriptionPage }): ReactNode {
  const t = useWords('usage')
  const text = useBillingText()
  const { reserved, returned, forecast, limit } = usage
  const isOver = limit !== null && forecast !== null && forecast > limit
  const month = text.month(usage.month)
  return [
    ...(reserved > 0 ? [t('deliveries.reserved', { n: reserved })] : []),
    ...(returned > 0 ? [t('deliveries.returned', { n: returned })] : []),
    ...(!forecast ? [] : [t(isOver ? 'deliveries.over' : 'deliveries.forecast', { n: text.count(forecast), month })]),
  ].join(' ')
}

/** What a plan allows to have at a time. */
function Owned({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const t = useWords('usage')
  const isFull = limit !== null && used >= limit
  return (
    <UsageMeter label={label} used={used} limit={limit} calm>
      {isFull && t(used > limit ? 'owned.over' : 'owned.full')}
    </UsageMeter>
  )
}

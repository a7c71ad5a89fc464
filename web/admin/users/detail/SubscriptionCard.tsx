// The plan that a user is on, and the way to the subscription's own page.
import { Link } from 'react-router'
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { StateBadge } from '../../subscriptions/StateBadge.tsx'
import { Deadline } from './Moment.tsx'

export function SubscriptionCard({ user: { id, subscription } }: { user: AdminUser }) {
  const t = useWords('adminusers')
  return (
    <Card>
      <h2>{t('subscription')}</h2>
      {!subscription && <p className="text-ink-2">{t('subscription.none')}</p>}
      {subscription && (
        <>
          <Facts
            facts={[
              { name: t('column.plan'), value: subscription.plan },
              { name: t('column.state'), value: <StateBadge state={subscription.state} /> },
              { name: t('subscription.interval'), value: t(`subscription.interval.${subscription.interval}`) },
              { name: t('subscription.periodEnd'), value: <Deadline at={subscription.periodEnd} /> },
              { name: t('subscription.trialEnd'), value: <Deadline at={subscription.trialEndsAt} /> },
              { name: t('subscription.cancelsAt'), value: <Deadline at={subscription.cancelsAt} /> },
            ]}
          />
          <p>
            <Link to={`/admin/subscriptions/${id}`}>{t('subscription.open')}</Link>
          </p>
        </>
      )}
    </Card>
  )
}

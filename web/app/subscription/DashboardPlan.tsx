// What the dashboard of a server that sells plans shows of the subscription: what needs the user, and this month's usage.
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { useSubscription } from '../queries/subscription.ts'
import { UrgentNotices } from './SubscriptionNotices.tsx'
import { UsageCard } from './UsageCard.tsx'

export function DashboardPlan({ part }: { part: 'notices' | 'usage' }) {
  const page = useSubscription().data
  if (part === 'notices') return page && <UrgentNotices page={page} />
  return page ? <UsageCard page={page} short /> : <SkeletonCard tall="min-h-46" />
}

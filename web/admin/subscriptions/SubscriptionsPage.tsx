// The console's page on subscriptions: their list, revenue, coupons and plans.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getSubscriptionOptionsApi } from '../../../core/api/admin/subscriptions.ts'
import { useCall } from '../../session/session.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { CouponList } from './coupons/CouponList.tsx'
import { SubscriptionList } from './list/SubscriptionList.tsx'
import { PlanList } from './plans/PlanList.tsx'
import { RevenueView } from './revenue/RevenueView.tsx'
import { useSeesMoney } from './useMoneyText.ts'

const parts = ['list', 'revenue', 'coupons', 'plans'] as const

export function SubscriptionsPage() {
  const t = useWords('adminsubscriptions')
  const call = useCall()
  const seesMoney = useSeesMoney()
  const [search, setSearch] = useSearchParams()
  const { data: options } = useQuery({
    queryKey: ['admin', 'subscriptions', 'options'],
    queryFn: ({ signal }) => call(getSubscriptionOptionsApi, 'GET', '/api/admin/subscription-options', { signal }),
  })
  const tab = parts.find(part => part === search.get('tab')) ?? 'list'
  const panels = {
    list: <SubscriptionList options={options} />,
    revenue: <RevenueView />,
    coupons: <CouponList options={options} />,
    plans: <PlanList currency={options?.currency ?? 'usd'} />,
  }
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      {options?.provider === null ? (
        <Card>
          <EmptyState title={t('unsold')}>{t('unsold.text')}</EmptyState>
        </Card>
      ) : (
        <Tabs
          label={t('tabs')}
          value={tab}
          // The filters of one part mean nothing in another.
          onChange={next => setSearch(next === 'list' ? {} : { tab: next }, { preventScrollReset: true })}
          tabs={parts
            .filter(part => part === 'list' || seesMoney)
            .map(part => ({ value: part, label: t(`tab.${part}`), panel: <div className="pt-5">{panels[part]}</div> }))}
        />
      )}
    </>
  )
}

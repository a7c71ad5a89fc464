// One owner in the console: the current subscription, staff actions, gifts, invoices and history.
import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router'
import { getAdminSubscriptionApi, type ListedSubscription, type SubscriptionDetail } from '../../../../core/api/admin/subscriptions.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { PlanGiftCard } from '../PlanGiftCard.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { useMoneyText } from '../useMoneyText.ts'
import { InvoiceTable } from './InvoiceTable.tsx'
import { ProviderRef } from './ProviderRef.tsx'
import { StaffActions } from './StaffActions.tsx'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { TimelineCard } from './TimelineCard.tsx'
import { UsageFacts } from './UsageFacts.tsx'

export function SubscriptionPage() {
  const t = useWords('adminsubscriptions')
  const ui = useWords('adminui')
  const explain = useExplain()
  const language = useLanguage()
  const call = useCall()
  const { pathname } = useLocation()
  const id = matchPath('/admin/subscriptions/:id', pathname)?.params.id ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'subscriptions', 'detail', id],
    queryFn: ({ signal }) =>
      call(getAdminSubscriptionApi, 'GET', `/api/admin/subscriptions/${encodeURIComponent(id)}`, { params: { id }, signal }),
    refetchInterval: query => (query.state.error ? false : 10_000),
  })
  return (
    <>
      <PageHeader
        title={data?.email ?? (data ? t('owner.deleted') : t('title'))}
        above={<Link to="/admin/subscriptions">{t('back')}</Link>}
        action={data?.email ? <Link to={`/admin/users/${id}`}>{t('detail.user')}</Link> : undefined}
      >
        {data && t('detail.lead', { plan: planName(data.plan, language), state: data.subscription ? 'some' : 'none' })}
      </PageHeader>
      {error && (
        <Note kind="danger" alert>
          <b>{t('detail.failed')}</b> {explain(error)}{' '}
          <Button look="quiet" small onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </Note>
      )}
      {data ? <Detail detail={data} /> : !error && <SkeletonCard />}
    </>
  )
}

function Detail({ detail }: { detail: SubscriptionDetail }) {
  const t = useWords('adminsubscriptions')
  return (
    <div className="grid grid-cols-1 gap-5" data-density="compact">
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        <Card>
          <SubscriptionFacts detail={detail} />
          <StaffActions detail={detail} />
        </Card>
        <UsageFacts detail={detail} />
      </div>
      {detail.email !== null && <PlanGiftCard userId={detail.ownerId} />}
      <InvoiceTable ownerId={detail.ownerId} provider={detail.provider} />
      <Card flush>
        <CardHead title={t('all')} />
        <AllTable rows={detail.all} />
      </Card>
      <TimelineCard ownerId={detail.ownerId} />
    </div>
  )
}

function AllTable({ rows }: { rows: readonly ListedSubscription[] }) {
  const t = useWords('adminsubscriptions')
  const { day } = useMoneyText()
  return (
    <Table<ListedSubscription>
      caption={t('all')}
      rows={rows}
      keyOf={row => row.id}
      empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('empty')}</p>}
      columns={[
        { key: 'plan', head: t('column.plan'), cell: ({ planName: plan, planVersion: version }) => t('plan.version', { plan, version }) },
        { key: 'state', head: t('column.state'), cell: ({ state }) => <StateBadge state={state} /> },
        { key: 'started', head: t('column.started'), cell: ({ startedAt }) => day(startedAt) },
        { key: 'ends', head: t('column.ends'), cell: ({ endsAt }) => day(endsAt) },
        {
          key: 'ref',
          head: t('column.provider'),
          cell: ({ ref, providerUrl, provider }) => (
            <ProviderRef label={ref ?? (provider ? t(`provider.${provider}`) : '')} url={providerUrl} />
          ),
        },
      ]}
    />
  )
}

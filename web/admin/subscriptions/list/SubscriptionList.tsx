// The list of all subscriptions and gifts, with its filters in the URL.
import { useEffect } from 'react'
import {
  type ListedSubscription,
  listSubscriptionsApi,
  SoldBy,
  SubscriptionListState,
  type SubscriptionOptions,
} from '../../../../core/api/admin/subscriptions.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { FilterBar, FilterSelect } from '../../pieces/FilterBar.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { type UrlFilterState, useUrlFilters } from '../../pieces/useUrlFilters.ts'
import { DateFilter } from '../DateFilter.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { useMoneyText, useSeesMoney } from '../useMoneyText.ts'

const keys = ['search', 'state', 'plan', 'provider', 'startedFrom', 'startedTo', 'renewsFrom', 'renewsTo'] as const
const days = ['startedFrom', 'startedTo', 'renewsFrom', 'renewsTo'] as const
const refreshMs = 30_000

export function SubscriptionList({ options }: { options: SubscriptionOptions | undefined }) {
  const t = useWords('adminsubscriptions')
  const filters = useUrlFilters(keys)
  const { values } = filters
  const list = useAdminList(['admin', 'subscriptions'], listSubscriptionsApi, '/api/admin/subscriptions', values, refreshMs)
  const columns = useColumns()
  // A search that matches many emails examines some rows per page, and may find none among them.
  const isSearchingOn = list.rows?.length === 0 && list.hasMore
  const { loadMore, isLoadingMore } = list
  useEffect(() => {
    if (isSearchingOn && !isLoadingMore) loadMore()
  }, [isSearchingOn, isLoadingMore, loadMore])
  return (
    <AdminList
      caption={t('title')}
      list={isSearchingOn ? { ...list, rows: undefined } : list}
      columns={columns}
      keyOf={row => row.id}
      isFiltered={filters.isFiltered}
      empty={<EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>}
      filters={<SubscriptionFilters filters={filters} plans={options?.plans ?? []} />}
    />
  )
}

interface FiltersProps {
  filters: UrlFilterState<(typeof keys)[number]>
  plans: SubscriptionOptions['plans']
}

function SubscriptionFilters({ filters, plans }: FiltersProps) {
  const t = useWords('adminsubscriptions')
  const { values, set } = filters
  const csv = { path: `/api/admin/subscriptions.csv?${new URLSearchParams(Object.entries(values))}`, name: 'subscriptions' }
  return (
    <FilterBar
      searchText={values.search ?? ''}
      searchLabel={t('search')}
      onSearch={search => set({ search })}
      isFiltered={filters.isFiltered}
      onClear={filters.clear}
      csv={csv}
    >
      <FilterSelect
        label={t('filter.state')}
        value={SubscriptionListState.options.find(state => state === values.state) ?? ''}
        options={SubscriptionListState.options.map(value => ({ value, label: t(`state.${value}`) }))}
        onChange={state => set({ state })}
      />
      <FilterSelect
        label={t('filter.plan')}
        value={values.plan ?? ''}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={plan => set({ plan })}
      />
      <FilterSelect
        label={t('filter.provider')}
        value={SoldBy.options.find(provider => provider === values.provider) ?? ''}
        options={SoldBy.options.map(value => ({ value, label: t(`provider.${value}`) }))}
        onChange={provider => set({ provider })}
      />
      {days.map(day => (
        <DateFilter key={day} label={t(`filter.${day}`)} value={values[day] ?? ''} onChange={value => set({ [day]: value })} />
      ))}
    </FilterBar>
  )
}

function useColumns(): Column<ListedSubscription>[] {
  const t = useWords('adminsubscriptions')
  const { money, day } = useMoneyText()
  const seesMoney = useSeesMoney()
  const columns: Column<ListedSubscription>[] = [
    {
      key: 'owner',
      head: t('column.owner'),
      cell: ({ ownerId, email }) => <Link to={`/admin/subscriptions/${ownerId}`}>{email ?? t('owner.deleted')}</Link>,
    },
    { key: 'state', head: t('column.state'), cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'plan',
      head: t('column.plan'),
      cell: ({ planName, planVersion }) => t('plan.version', { plan: planName, version: planVersion }),
    },
    { key: 'started', head: t('column.started'), cell: ({ startedAt }) => day(startedAt) },
    { key: 'renews', head: t('column.renews'), cell: ({ renewsAt }) => day(renewsAt) },
    { key: 'ends', head: t('column.ends'), cell: ({ endsAt }) => day(endsAt) },
    { key: 'provider', head: t('column.provider'), cell: ({ provider }) => (provider ? t(`provider.${provider}`) : '') },
  ]
  if (seesMoney)
    columns.push({ key: 'monthly', head: t('column.monthly'), number: true, cell: ({ monthly }) => (monthly ? money(monthly) : '') })
  return columns
}

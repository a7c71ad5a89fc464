// The list behind "Queue" and "Failures": ids, states and reasons of deliveries.
import { type ListedDelivery, ListedState, listDeliveryRowsApi } from '../../../../core/api/admin/overview.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useNow } from '../../../now.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { FilterBar, FilterSelect } from '../../pieces/FilterBar.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { useUrlFilters } from '../../pieces/useUrlFilters.ts'
import { ReasonFilter } from './ReasonFilter.tsx'

export function DeliveryList() {
  const t = useWords('adminoverview')
  const ui = useWords('ui')
  const columns = useColumns()
  const { values, set } = useUrlFilters(['state', 'reason'])
  const state = ListedState.options.find(option => option === values.state) ?? 'failed'
  const query = { state, ...(state === 'failed' && values.reason && { reason: values.reason }) }
  const list = useAdminList(['admin', 'overview', 'deliveries'], listDeliveryRowsApi, '/api/admin/overview/deliveries', query)
  const nameOf = (value: ListedState) => (value === 'failed' ? t('list.failed') : ui(`state.${value}`))
  return (
    <>
      <PageHeader title={t('list.deliveries')} above={<Link to="/admin">{t('list.back')}</Link>}>
        {t('list.deliveries.text')}
      </PageHeader>
      <AdminList
        caption={t('list.deliveries')}
        list={list}
        columns={columns}
        keyOf={row => row.id}
        isFiltered
        filters={
          <FilterBar
            isFiltered={'reason' in query}
            onClear={() => set({ state: '', reason: '' })}
            csv={{ path: `/api/admin/overview/deliveries.csv?${new URLSearchParams(query)}`, name: 'deliveries' }}
          >
            <FilterSelect
              label={t('list.state')}
              value={state}
              options={ListedState.options.map(value => ({ value, label: nameOf(value) }))}
              onChange={value => set({ state: value, reason: '' })}
            />
            <ReasonFilter reason={values.reason} onClear={() => set({ reason: '' })} />
          </FilterBar>
        }
      />
    </>
  )
}

function useColumns(): Column<ListedDelivery>[] {
  const t = useWords('adminoverview')
  const ui = useWords('ui')
  const now = useNow(10_000)
  return [
    // On a phone the first column stays in view, so it is the way on.
    { key: 'user', head: t('list.user'), cell: row => <Link to={`/admin/users/${row.userId}`}>{t('list.openUser')}</Link> },
    { key: 'state', head: t('list.state'), cell: row => ui(`state.${row.state}`) },
    {
      key: 'reason',
      head: t('list.reason.user'),
      cell: row => <span className="block max-w-96 min-w-48 whitespace-normal">{row.label}</span>,
    },
    { key: 'attempts', head: t('list.attempts'), number: true, cell: row => row.attempts },
    { key: 'since', head: t('list.since'), cell: row => <Ago at={row.since} now={now} /> },
    { key: 'id', head: t('list.id'), cell: row => <code className="text-sm">{row.id}</code> },
  ]
}

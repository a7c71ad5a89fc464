// The list behind "Email accounts down": ids, domains, states and reasons, never an address.
import { DownState, listMailboxesDownApi, type MailboxDown } from '../../../../core/api/admin/overview.ts'
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

export function MailboxList() {
  const t = useWords('adminoverview')
  const columns = useColumns()
  const { values, set } = useUrlFilters(['state', 'reason'])
  const state = DownState.options.find(option => option === values.state)
  const query = { ...(state && { state }), ...(values.reason && { reason: values.reason }) }
  const list = useAdminList(['admin', 'overview', 'mailboxes'], listMailboxesDownApi, '/api/admin/overview/mailboxes', query)
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <PageHeader title={t('list.mailboxes')} above={<Link to="/admin">{t('list.back')}</Link>}>
        {t('list.mailboxes.text')}
      </PageHeader>
      <AdminList
        caption={t('list.mailboxes')}
        list={list}
        columns={columns}
        keyOf={row => row.id}
        isFiltered={isFiltered}
        empty={<p className="text-ink-2">{t('down.empty')}</p>}
        filters={
          <FilterBar
            isFiltered={isFiltered}
            onClear={() => set({ state: '', reason: '' })}
            csv={{ path: `/api/admin/overview/mailboxes.csv?${new URLSearchParams(query)}`, name: 'email-accounts-down' }}
          >
            <FilterSelect
              label={t('list.state')}
              value={state ?? ''}
              options={DownState.options.map(value => ({ value, label: t(`down.state.${value}`) }))}
              onChange={value => set({ state: value })}
            />
            <ReasonFilter reason={values.reason} onClear={() => set({ reason: '' })} />
          </FilterBar>
        }
      />
    </>
  )
}

function useColumns(): Column<MailboxDown>[] {
  const t = useWords('adminoverview')
  const now = useNow(10_000)
  return [
    // On a phone the first column stays in view, so it is the way on.
    { key: 'user', head: t('list.user'), cell: row => <Link to={`/admin/users/${row.userId}`}>{t('list.openUser')}</Link> },
    { key: 'domain', head: t('list.domain'), cell: row => row.domain },
    { key: 'state', head: t('list.state'), cell: row => t(`down.state.${row.state}`) },
    { key: 'reason', head: t('list.reason'), cell: row => row.label },
    { key: 'since', head: t('list.since'), cell: row => <Ago at={row.since} now={now} /> },
    { key: 'id', head: t('list.id'), cell: row => <code className="text-sm">{row.id}</code> },
  ]
}

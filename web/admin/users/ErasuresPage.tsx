// The receipts of accounts that staff erased, each to download as JSON; they name nobody.
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { type ErasureReceipt, listErasureReceiptsApi } from '../../../core/api/admin/erasures.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import type { Column } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { FilterBar } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { Moment } from './detail/Moment.tsx'

const keys = ['userId'] as const
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function ErasuresPage() {
  const t = useWords('adminusers')
  const filters = useUrlFilters(keys)
  const { userId } = filters.values
  const isId = userId !== undefined && uuid.test(userId)
  const list = useAdminList(['admin', 'users', 'erasures'], listErasureReceiptsApi, '/api/admin/erasure-receipts', isId ? { userId } : {})
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('receipts')} above={<Link to="/admin/users">{t('title')}</Link>}>
        {t('receipts.text')}
      </PageHeader>
      {userId && !isId && (
        <div className="mb-4">
          <Note kind="warn">{t('receipts.notAnId')}</Note>
        </div>
      )}
      <AdminList
        caption={t('receipts')}
        list={list}
        columns={columns}
        keyOf={receipt => receipt.id}
        isFiltered={filters.isFiltered}
        empty={<EmptyState title={t('receipts.empty')}>{t('receipts.emptyText')}</EmptyState>}
        filters={
          <FilterBar
            searchText={userId ?? ''}
            searchLabel={t('receipts.search')}
            onSearch={text => filters.set({ userId: text })}
            isFiltered={filters.isFiltered}
            onClear={filters.clear}
          />
        }
      />
    </>
  )
}

function useColumns(): Column<ErasureReceipt>[] {
  const t = useWords('adminusers')
  return [
    { key: 'at', head: t('receipts.at'), cell: receipt => <Moment at={receipt.erasedAt} /> },
    { key: 'by', head: t('log.by'), cell: receipt => receipt.byEmail ?? receipt.byId },
    { key: 'reason', head: t('log.reason'), cell: receipt => <span className="block min-w-40 whitespace-normal">{receipt.reason}</span> },
    {
      key: 'rows',
      head: t('receipts.rows'),
      cell: receipt => <span className="block min-w-40 whitespace-normal">{describeCounts(receipt)}</span>,
    },
    {
      key: 'digest',
      head: t('receipts.digest'),
      cell: receipt => <code title={receipt.userDigest}>{receipt.userDigest.slice(0, 12)}</code>,
    },
    {
      key: 'json',
      head: t('receipts.json'),
      cell: receipt => (
        <Button look="quiet" small onClick={() => saveReceipt(receipt)}>
          <Download size={16} aria-hidden /> {t('receipts.json')}
        </Button>
      ),
    },
  ]
}

/** "auth 5, mail 120": the rows of each module. */
const describeCounts = ({ counts }: ErasureReceipt): string =>
  Object.entries(counts)
    .map(([module, tables]) => `${module} ${Object.values(tables).reduce((sum, count) => sum + count, 0)}`)
    .join(', ')

function saveReceipt(receipt: ErasureReceipt): void {
  const file = URL.createObjectURL(new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = file
  link.download = `erasure-${receipt.id}.json`
  link.click()
  URL.revokeObjectURL(file)
}

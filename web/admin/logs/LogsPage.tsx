// The console's log: all entries with filters, saved views, live tail, and the log integrity card.
import type { ReactNode } from 'react'
import { type LogFilters, LogFilters as LogFiltersShape, listLogsApi, logFilterKeys } from '../../../core/api/admin/logs.ts'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { LogChainCard } from './LogChainCard.tsx'
import { LogDetailDialog } from './LogDetailDialog.tsx'
import { LogFilterBar } from './LogFilterBar.tsx'
import { LogTailView } from './LogTailView.tsx'
import { LogViews } from './LogViews.tsx'
import { useLogColumns } from './log-columns.tsx'

const urlKeys = [...logFilterKeys, 'entry', 'show'] as const
/** Clears the filters, but keeps the list or live view. */
const noFilters: Partial<Record<keyof LogFilters, string>> = Object.fromEntries(logFilterKeys.map(key => [key, '']))

export function LogsPage() {
  const t = useWords('adminlogs')
  const { values, set } = useUrlFilters(urlKeys)
  const { entry = null, show, ...typed } = values
  const parsed = LogFiltersShape.safeParse(typed)
  const filters = parsed.data ?? {}
  const isFiltered = Object.keys(filters).length > 0
  const openEntry = (id: string) => set({ entry: id })
  const filterBar = <LogFilterBar filters={filters} onChange={set} onClear={() => set(noFilters)} isFiltered={isFiltered} />
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <LogViews filters={filters} isFiltered={isFiltered} />
        <Segmented
          label={t('show')}
          parts={[
            { value: 'list', label: t('show.list') },
            { value: 'live', label: t('show.live') },
          ]}
          value={show === 'live' ? 'live' : 'list'}
          onChange={value => set({ show: value === 'live' ? 'live' : '' })}
        />
      </div>
      {show === 'live' ? (
        <Card flush data-density="compact">
          {filterBar}
          <LogTailView key={JSON.stringify(filters)} filters={filters} onOpen={openEntry} />
        </Card>
      ) : (
        <LogList filters={filters} filterBar={filterBar} isFiltered={isFiltered} onOpen={openEntry} />
      )}
      <div className="mt-6">
        <LogChainCard onOpen={openEntry} />
      </div>
      <LogDetailDialog id={entry} onClose={() => set({ entry: '' })} />
    </>
  )
}

interface LogListProps {
  filters: LogFilters
  filterBar: ReactNode
  isFiltered: boolean
  onOpen(id: string): void
}

function LogList({ filters, filterBar, isFiltered, onOpen }: LogListProps) {
  const t = useWords('adminlogs')
  const list = useAdminList(['admin', 'logs'], listLogsApi, '/api/admin/logs', filters)
  return (
    <AdminList
      caption={t('title')}
      list={list}
      columns={useLogColumns(onOpen)}
      keyOf={row => row.id}
      filters={filterBar}
      isFiltered={isFiltered}
    />
  )
}

// A list of the console: its filters, its rows as a table, and a button for the next page.
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import type { AdminListState, PagedShape, RowOf } from './useAdminList.ts'

interface AdminListProps<S extends PagedShape> {
  caption: string
  list: AdminListState<S>
  columns: readonly Column<RowOf<S>>[]
  keyOf(row: RowOf<S>): string
  /** A FilterBar. */
  filters?: ReactNode
  /** Shown without rows and without filters. */
  empty?: ReactNode
  isFiltered: boolean
}

export function AdminList<S extends PagedShape>({ caption, list, columns, keyOf, filters, empty, isFiltered }: AdminListProps<S>) {
  const t = useWords('adminui')
  const explain = useExplain()
  const nothing = isFiltered || !empty ? <EmptyState title={t('empty')}>{t('empty.text')}</EmptyState> : empty
  return (
    <Card flush data-density="compact">
      {filters}
      {list.error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(list.error)}
          </Note>
          <Button look="quiet" small className="mt-3" onClick={list.retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {!(list.error && !list.rows) && (
        <Table caption={caption} columns={columns} rows={list.rows} keyOf={keyOf} empty={<div className="p-(--pad)">{nothing}</div>} />
      )}
      {list.rows && list.rows.length > 0 && (
        <footer className="flex flex-wrap items-center justify-between gap-3 px-(--pad) py-3 text-sm text-ink-2">
          <span className="tabular-nums" aria-live="polite">
            {t('shown', { n: list.rows.length })}
          </span>
          {list.hasMore && (
            <Button look="quiet" small busy={list.isLoadingMore} onClick={list.loadMore}>
              {t('more')}
            </Button>
          )}
        </footer>
      )}
    </Card>
  )
}

// A card with a plot: its title, its table, its CSV, and what is shown while it loads or fails.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnalyticsPlot } from '../../../core/api/admin/analytics.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { CsvButton } from '../pieces/CsvButton.tsx'
import type { AnalyticsRangeState } from './useAnalytics.ts'

interface PlotCardProps<T> {
  plot: AnalyticsPlot
  view: AnalyticsRangeState
  result: UseQueryResult<T>
  isEmpty(data: T): boolean
  /** Null if the plot is already a table. */
  drawing: ((data: T) => ReactNode) | null
  table(data: T): ReactNode
  /** Replaces the sentence below the title. */
  lead?: ReactNode
}

export function PlotCard<T>({ plot, view, result, isEmpty, drawing, table, lead }: PlotCardProps<T>) {
  const t = useWords('adminanalytics')
  const isTable = view.tables.includes(plot)
  const { data, error } = result
  const toggle = () => {
    const tables = isTable ? view.tables.filter(name => name !== plot) : [...view.tables, plot]
    view.set({ tables: tables.join(',') })
  }
  const hasData = data !== undefined && !isEmpty(data)
  // A table is a region of this name itself, and two must not share one.
  const label = hasData && (isTable || !drawing) ? undefined : t(plot)
  return (
    <Card flush aria-busy={result.isPlaceholderData || undefined} aria-label={label}>
      <CardHead
        title={t(plot)}
        action={
          hasData && (
            <span className="flex flex-wrap gap-2">
              {drawing && (
                <Button look="bare" small onClick={toggle}>
                  {isTable ? t('asPlot') : t('asTable')}
                </Button>
              )}
              <CsvButton path={`/api/admin/analytics/${plot}/csv?${new URLSearchParams(view.query)}`} name={plot} />
            </span>
          )
        }
      >
        {lead ?? (plot === 'mailboxes' ? null : t(`${plot}.text`))}
      </CardHead>
      {error && <PlotFailed error={error} onRetry={() => void result.refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && !hasData && (
        <div className="px-(--pad) pb-5">
          <EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>
        </div>
      )}
      {hasData && (drawing && !isTable ? <div className="grid grid-cols-1 gap-4 px-(--pad) pb-5">{drawing(data)}</div> : table(data))}
    </Card>
  )
}

function PlotFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const t = useWords('adminanalytics')
  const explain = useExplain()
  return (
    <div className="px-(--pad) pb-5">
      <Note kind="danger" alert>
        <b>{t('failed')}</b> {explain(error)}
      </Note>
      <Button look="quiet" small className="mt-3" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

// Recurring revenue by currency: what it is now, a chart of the months, and their table.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRevenueApi, type RevenueByCurrency, refreshRevenueApi } from '../../../../core/api/admin/revenue.ts'
import { useNow } from '../../../now.ts'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useAgo } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { CsvButton } from '../../pieces/CsvButton.tsx'
import { CurrencyRevenue } from './CurrencyRevenue.tsx'

const queryKey = ['admin', 'subscriptions', 'revenue']

export function RevenueView() {
  const t = useWords('adminsubscriptions')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => call(getRevenueApi, 'GET', '/api/admin/revenue', { signal }) })
  if (error)
    return (
      <Note kind="danger" alert>
        <b>{t('revenue.failed')}</b> {explain(error)}
      </Note>
    )
  if (!data) return <SkeletonCard />
  return (
    <div className="grid grid-cols-1 gap-5" data-density="compact">
      <RevenueHead revenue={data} />
      {data.currencies.length === 0 ? (
        <Card>
          <EmptyState title={t('revenue.empty')}>{t('revenue.emptyText')}</EmptyState>
        </Card>
      ) : (
        data.currencies.map(({ currency, months }) => <CurrencyRevenue key={currency} currency={currency} months={months} />)
      )}
    </div>
  )
}

function RevenueHead({ revenue: { updatedAt } }: { revenue: RevenueByCurrency }) {
  const t = useWords('adminsubscriptions')
  const explain = useExplain()
  const ago = useAgo()
  const now = useNow(60_000)
  const call = useCall()
  const client = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => call(refreshRevenueApi, 'POST', '/api/admin/revenue', { body: {}, timeoutMs: 60_000 }),
    onSuccess: fresh => {
      client.setQueryData(queryKey, fresh)
      toast.success(t('revenue.refreshed'))
    },
    onError: error => toast.error(explain(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[62ch] text-sm text-ink-2">
        {t('revenue.text')} {updatedAt ? t('revenue.updated', { ago: ago(updatedAt, now) }) : t('revenue.never')}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button look="quiet" small busy={refresh.isPending} onClick={() => refresh.mutate()}>
          {t('revenue.refresh')}
        </Button>
        <CsvButton path="/api/admin/revenue.csv" name="revenue" />
      </span>
    </div>
  )
}

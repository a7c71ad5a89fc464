// Activation: which steps new users took, and how long each step took.
import { type ActivationFunnel, getFunnelApi } from '../../../../core/api/admin/analytics.ts'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { formatCount, formatDuration, formatShare } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { Bars } from './Bars.tsx'

export function FunnelCard({ view }: { view: AnalyticsRangeState }) {
  return (
    <PlotCard
      plot="funnel"
      view={view}
      result={usePlot(getFunnelApi, 'funnel', view)}
      isEmpty={({ steps }) => steps.every(({ count, previous }) => count === 0 && previous === 0)}
      drawing={data => <FunnelPlot data={data} isCompared={view.isCompared} />}
      table={data => <FunnelTable data={data} />}
    />
  )
}

/** `to` is exclusive. */
const lastDay = ({ period }: ActivationFunnel): string => new Date(Date.parse(period.to) - 1).toISOString().slice(0, 10)

const shareOf = ({ steps }: ActivationFunnel, count: number): number => count / Math.max(1, steps[0]?.count ?? 0)

export function FunnelPlot({ data, isCompared }: { data: ActivationFunnel; isCompared: boolean }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  return (
    <Bars
      label={t('funnel')}
      isCompared={isCompared}
      rows={data.steps.map(({ step, count, previous, medianSeconds }) => ({
        ...{ key: step, label: t(`step.${step}`), count, previous },
        value: `${formatCount(count, language)} · ${formatShare(shareOf(data, count), language)}`,
        to: step === 'signed_up' ? `/admin/users?from=${data.period.from.slice(0, 10)}&to=${lastDay(data)}` : undefined,
        note: medianSeconds === null ? null : t('median.after', { time: formatDuration(medianSeconds, language, t) }),
      }))}
    />
  )
}

function FunnelTable({ data }: { data: ActivationFunnel }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  return (
    <Table
      caption={t('funnel')}
      rows={data.steps}
      keyOf={row => row.step}
      columns={[
        { key: 'step', head: t('step'), cell: row => t(`step.${row.step}`) },
        { key: 'users', head: t('users'), number: true, cell: row => formatCount(row.count, language) },
        { key: 'share', head: t('share'), number: true, cell: row => formatShare(shareOf(data, row.count), language) },
        { key: 'median', head: t('median'), number: true, cell: row => formatDuration(row.medianSeconds, language, t) },
        { key: 'previous', head: t('previous'), number: true, cell: row => formatCount(row.previous, language) },
      ]}
    />
  )
}

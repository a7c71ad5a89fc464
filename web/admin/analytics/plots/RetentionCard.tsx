// Retention: for each sign-up week, the share of users who had an email forwarded in each week after it, as a tinted table.
import { getRetentionApi, type RetentionTable } from '../../../../core/api/admin/analytics.ts'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { formatCount, formatPart, formatShare } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'

export function RetentionCard({ view }: { view: AnalyticsRangeState }) {
  return (
    <PlotCard
      plot="retention"
      view={view}
      result={usePlot(getRetentionApi, 'retention', view)}
      isEmpty={({ cohorts }) => cohorts.length === 0}
      drawing={null}
      table={data => <Retention data={data} />}
    />
  )
}

export function Retention({ data: { cohorts } }: { data: RetentionTable }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const weekName = (week: string) => formatPart(`${week}T00:00:00Z`, { step: 'day', zone: 'UTC' }, language, t, true)
  return (
    <Table
      caption={t('retention')}
      rows={cohorts.toReversed()}
      keyOf={row => row.week}
      columns={[
        { key: 'week', head: t('week'), cell: row => weekName(row.week) },
        { key: 'users', head: t('users'), number: true, cell: row => formatCount(row.size, language) },
        ...Array.from({ length: weeks }, (_, n) => ({
          ...{ key: `week-${n}`, head: t('week.n', { n }), number: true },
          cell: (row: RetentionTable['cohorts'][number]) => <Cell active={row.active[n]} size={row.size} />,
        })),
      ]}
    />
  )
}

/** The tint repeats what the number says. */
function Cell({ active, size }: { active: number | undefined; size: number }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  if (active === undefined) return null
  const share = active / Math.max(1, size)
  const percent = formatShare(share, language)
  return (
    <span
      className="-mx-2 block rounded-hull-sm px-2 py-1"
      style={{ background: `color-mix(in oklch, var(--plot-3) ${Math.round(share * 45)}%, var(--surface))` }}
      title={t('retention.cell', { percent, n: active, size })}
    >
      {percent}
    </span>
  )
}

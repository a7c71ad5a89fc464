// What arrived, matched, was forwarded and failed, over time.
import type { z } from 'zod/mini'
import { getTrafficApi } from '../../../../core/api/admin/analytics.ts'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Change } from '../Change.tsx'
import { formatCount, formatPart } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { DashedLegend, LegendMark } from './Line.tsx'
import { LinePlot } from './LinePlot.tsx'

type Traffic = z.output<(typeof getTrafficApi)['answer']>

export function TrafficCard({ view }: { view: AnalyticsRangeState }) {
  return (
    <PlotCard
      plot="traffic"
      view={view}
      result={usePlot(getTrafficApi, 'traffic', view)}
      isEmpty={({ series }) => series.every(({ count, previous }) => count === 0 && previous === 0)}
      drawing={data => <TrafficPlot data={data} isCompared={view.isCompared} />}
      table={data => <TrafficTable data={data} isCompared={view.isCompared} />}
    />
  )
}

interface TrafficProps {
  data: Traffic
  isCompared: boolean
}

export function TrafficPlot({ data: { period, series }, isCompared }: TrafficProps) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {series.map((one, index) => (
          <div key={one.key} className="grid gap-0.5">
            <dt className="flex items-center gap-2 text-sm text-ink-2">
              <LegendMark index={index} /> {t(`series.${one.key}`)}
            </dt>
            <dd className="flex items-baseline gap-2">
              <span className="text-xl font-figure tabular-nums">{formatCount(one.count, language)}</span>
              {isCompared && <Change now={one.count} before={one.previous} />}
            </dd>
          </div>
        ))}
      </dl>
      <LinePlot
        title={t('traffic')}
        parts={period.starts.length}
        series={series.map(one => ({
          ...{ key: one.key, label: t(`series.${one.key}`), points: one.points },
          ...(isCompared && { previous: one.previousPoints }),
        }))}
        formatPart={(part, short) => formatPart(period.starts[part] ?? period.to, period, language, t, short)}
        formatValue={value => formatCount(value ?? 0, language)}
      />
      {isCompared && <DashedLegend />}
    </>
  )
}

function TrafficTable({ data: { period, series }, isCompared }: TrafficProps) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const rows = period.starts.map((start, part) => ({ start, part }))
  return (
    <Table
      caption={t('traffic')}
      rows={rows}
      keyOf={row => row.start}
      columns={[
        { key: 'at', head: t('at'), cell: row => formatPart(row.start, period, language, t) },
        ...series.flatMap(one => {
          const name = t(`series.${one.key}`)
          const column = {
            key: one.key,
            head: name,
            number: true,
            cell: (row: (typeof rows)[number]) => formatCount(one.points[row.part] ?? 0, language),
          }
          const before = {
            ...{ key: `${one.key}-before`, head: t('before', { name }), number: true },
            cell: (row: (typeof rows)[number]) => formatCount(one.previousPoints[row.part] ?? 0, language),
          }
          return isCompared ? [column, before] : [column]
        }),
      ]}
    />
  )
}

// How long emails took to reach WhatsApp or the phone: the 50th, 95th and 99th percentiles.
import { useState } from 'react'
import type { z } from 'zod/mini'
import { getLatencyApi, type LatencySeries } from '../../../../core/api/admin/analytics.ts'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Change } from '../Change.tsx'
import { formatCount, formatDuration, formatPart } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { DashedLegend, LegendMark } from './Line.tsx'
import { LinePlot } from './LinePlot.tsx'

type Latency = z.output<(typeof getLatencyApi)['answer']>

const percentiles = ['p50', 'p95', 'p99'] as const

export function LatencyCard({ view }: { view: AnalyticsRangeState }) {
  return (
    <PlotCard
      plot="latency"
      view={view}
      result={usePlot(getLatencyApi, 'latency', view)}
      isEmpty={({ series }) => series.every(({ total, previous }) => total.count === 0 && previous.count === 0)}
      drawing={data => <LatencyPlot data={data} isCompared={view.isCompared} />}
      table={data => <LatencyTable data={data} />}
    />
  )
}

export function LatencyPlot({ data, isCompared }: { data: Latency; isCompared: boolean }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const [key, setKey] = useState<LatencySeries['key']>('until_accepted')
  const shown = data.series.find(one => one.key === key)
  if (!shown) return null
  const { period } = data
  return (
    <>
      <Segmented
        label={t('latency.of')}
        parts={data.series.map(one => ({ value: one.key, label: t(`latency.${one.key}`) }))}
        value={key}
        onChange={setKey}
      />
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {percentiles.map((name, index) => (
          <div key={name} className="grid gap-0.5">
            <dt className="flex items-center gap-2 text-sm text-ink-2">
              <LegendMark index={index} /> {t(`percentile.${name}`)}
            </dt>
            <dd className="flex items-baseline gap-2">
              <span className="text-xl font-figure tabular-nums">{formatDuration(shown.total[name], language, t)}</span>
              {isCompared && shown.total[name] !== null && (
                <Change now={shown.total[name]} before={shown.previous[name] ?? 0} format={value => formatDuration(value, language, t)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <LinePlot
        title={`${t('latency')}: ${t(`latency.${key}`)}`}
        parts={period.starts.length}
        isLogarithmic
        series={percentiles.map(name => ({
          ...{ key: name, label: t(`percentile.${name}`), points: shown.points.map(point => point[name]) },
          ...(isCompared && { previous: shown.previousPoints.map(point => point[name]) }),
        }))}
        formatPart={(part, short) => formatPart(period.starts[part] ?? period.to, period, language, t, short)}
        formatValue={value => formatDuration(value, language, t)}
      />
      {isCompared && <DashedLegend />}
    </>
  )
}

function LatencyTable({ data: { period, series } }: { data: Latency }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const rows = series.flatMap(one => one.points.map((point, part) => ({ measured: one.key, part, point })))
  const start = (part: number) => period.starts[part] ?? period.to
  return (
    <Table
      caption={t('latency')}
      rows={rows}
      keyOf={row => `${row.measured} ${row.part}`}
      columns={[
        { key: 'at', head: t('at'), cell: row => formatPart(start(row.part), period, language, t) },
        { key: 'measured', head: t('latency.of'), cell: row => t(`latency.${row.measured}`) },
        { key: 'emails', head: t('latency.emails'), number: true, cell: row => formatCount(row.point.count, language) },
        ...percentiles.map(name => ({
          key: name,
          head: t(`percentile.${name}`),
          number: true,
          cell: (row: (typeof rows)[number]) => formatDuration(row.point[name], language, t),
        })),
      ]}
    />
  )
}

// How deliveries ended, and why some did not arrive.
import { type DeliveryOutcomes, getOutcomesApi } from '../../../../core/api/admin/analytics.ts'
import { useAuth } from '../../../session/session.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { formatCount } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { Bars } from './Bars.tsx'

export function OutcomesCard({ view }: { view: AnalyticsRangeState }) {
  const { roles } = useAuth()
  const maySeeRows = roles.some(role => role === 'admin' || role === 'support')
  return (
    <PlotCard
      plot="outcomes"
      view={view}
      result={usePlot(getOutcomesApi, 'outcomes', view)}
      isEmpty={({ states }) => states.every(({ count, previous }) => count === 0 && previous === 0)}
      drawing={data => <OutcomesPlot data={data} isCompared={view.isCompared} maySeeRows={maySeeRows} />}
      table={data => <OutcomesTable data={data} />}
    />
  )
}

interface OutcomesProps {
  data: DeliveryOutcomes
  isCompared: boolean
  /** Whether reasons link to the deliveries that failed for them. */
  maySeeRows: boolean
}

export function OutcomesPlot({ data, isCompared, maySeeRows }: OutcomesProps) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  return (
    <>
      <Bars
        label={t('outcomes')}
        isCompared={isCompared}
        rows={data.states.map(({ state, count, previous }) => ({
          ...{ key: state, label: t(`state.${state}`), count, previous, value: formatCount(count, language) },
        }))}
      />
      {data.reasons.length > 0 && (
        <>
          <h3 className="mt-2 text-md">{t('reasons')}</h3>
          <Bars
            label={t('reasons')}
            isCompared={isCompared}
            rows={data.reasons.map(({ state, reason, text, count, previous }) => ({
              ...{ key: `${state} ${reason}`, count, previous, value: formatCount(count, language) },
              to:
                maySeeRows && state !== 'cancelled' && reason
                  ? `/admin?${new URLSearchParams({ list: 'deliveries', state: 'failed', reason })}`
                  : undefined,
              label: `${t(`state.${state}`)}: ${text ?? (reason || t('reason.none'))}`,
            }))}
          />
        </>
      )}
    </>
  )
}

function OutcomesTable({ data }: { data: DeliveryOutcomes }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const rows = [...data.states.map(row => ({ ...row, reason: '', text: '' })), ...data.reasons]
  return (
    <Table
      caption={t('outcomes')}
      rows={rows}
      keyOf={row => `${row.state} ${row.reason} ${row.text === ''}`}
      columns={[
        { key: 'state', head: t('state'), cell: row => t(`state.${row.state}`) },
        { key: 'reason', head: t('reason'), cell: row => row.text ?? (row.reason || t('reason.none')) },
        { key: 'count', head: t('deliveries'), number: true, cell: row => formatCount(row.count, language) },
        { key: 'previous', head: t('previous'), number: true, cell: row => formatCount(row.previous, language) },
      ]}
    />
  )
}

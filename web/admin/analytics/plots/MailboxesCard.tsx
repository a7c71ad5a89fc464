// The providers and mail servers of the connected email accounts.
import { getMailboxMixApi, type MailboxMix } from '../../../../core/api/admin/analytics.ts'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { formatCount, formatPart } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { Bars } from './Bars.tsx'

const groups = ['providers', 'servers'] as const

export function MailboxesCard({ view }: { view: AnalyticsRangeState }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const result = usePlot(getMailboxMixApi, 'mailboxes', view)
  const day = result.data?.day
  return (
    <PlotCard
      plot="mailboxes"
      view={view}
      result={result}
      isEmpty={({ providers, servers }) => providers.length + servers.length === 0}
      drawing={data => <MailboxesPlot data={data} isCompared={view.isCompared} />}
      table={data => <MailboxesTable data={data} />}
      lead={
        day ? t('mailboxes.text', { day: formatPart(day, { step: 'day', zone: 'UTC' }, language, t) }) : day === null && t('mailboxes.none')
      }
    />
  )
}

function useLabel(): (label: string) => string {
  const t = useWords('adminanalytics')
  return label => (label === 'address' || label === 'imap' || label === 'other' ? t(`label.${label}`) : label)
}

export function MailboxesPlot({ data, isCompared }: { data: MailboxMix; isCompared: boolean }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const labelOf = useLabel()
  return (
    <>
      {groups.map(group => (
        <section key={group} className="grid grid-cols-1 gap-3">
          <h3 className="text-md">{t(group)}</h3>
          <Bars
            label={t(group)}
            isCompared={isCompared}
            rows={data[group].map(({ label, count, previous }) => ({
              ...{ key: label, label: labelOf(label), count, previous, value: formatCount(count, language) },
            }))}
          />
        </section>
      ))}
    </>
  )
}

function MailboxesTable({ data }: { data: MailboxMix }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const labelOf = useLabel()
  const rows = groups.flatMap(group => data[group].map(row => ({ ...row, group })))
  return (
    <Table
      caption={t('mailboxes')}
      rows={rows}
      keyOf={row => `${row.group} ${row.label}`}
      columns={[
        { key: 'name', head: t('name'), cell: row => labelOf(row.label) },
        { key: 'kind', head: t('kind'), cell: row => t(row.group === 'providers' ? 'provider' : 'server') },
        { key: 'count', head: t('mailboxes'), number: true, cell: row => formatCount(row.count, language) },
        { key: 'previous', head: t('previous'), number: true, cell: row => formatCount(row.previous, language) },
      ]}
    />
  )
}

// The estimated cost of WhatsApp messages; without prices, the number of messages and how to set prices.
import { getCostsApi, type WhatsAppCosts } from '../../../../core/api/admin/analytics.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { formatAmount, formatCount } from '../format.ts'
import { PlotCard } from '../PlotCard.tsx'
import { type AnalyticsRangeState, usePlot } from '../useAnalytics.ts'
import { Bars } from './Bars.tsx'

type CostItem = WhatsAppCosts['items'][number]

export function CostsCard({ view }: { view: AnalyticsRangeState }) {
  return (
    <PlotCard
      plot="costs"
      view={view}
      result={usePlot(getCostsApi, 'costs', view)}
      isEmpty={({ items }) => items.length === 0}
      drawing={data => <CostsPlot data={data} isCompared={view.isCompared} />}
      table={data => <CostsTable data={data} />}
    />
  )
}

export function CostsPlot({ data, isCompared }: { data: WhatsAppCosts; isCompared: boolean }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const { currency, items } = data
  const nameOf = useItemName()
  const sum = (pick: (item: CostItem) => number | null) => items.reduce((total, item) => total + (pick(item) ?? 0), 0)
  const unpriced = items.filter(({ price, count }) => price === null && count > 0)
  return (
    <>
      {currency === null ? (
        <Note kind="info">{t('costs.noPrices')}</Note>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-xl font-figure tabular-nums">
            {t('costs.total', {
              amount: formatAmount(
                sum(item => item.cost),
                currency,
                language,
              ),
            })}
          </span>
          {isCompared && (
            <span className="text-sm text-ink-2">
              {t('costs.previous', {
                amount: formatAmount(
                  sum(item => item.previousCost),
                  currency,
                  language,
                ),
              })}
            </span>
          )}
        </p>
      )}
      {currency !== null && unpriced.length > 0 && (
        <Note kind="info">
          {t('costs.missing', {
            n: unpriced.reduce((total, { count }) => total + count, 0),
            categories: [...new Set(unpriced.map(({ category }) => category))].join(', '),
          })}
        </Note>
      )}
      <Bars
        label={t('messages')}
        isCompared={isCompared}
        rows={items.map(item => ({
          ...{ key: `${item.category} ${item.billing}`, label: nameOf(item), count: item.count, previous: item.previous },
          value: formatCount(item.count, language),
          note: currency !== null && item.cost !== null ? formatAmount(item.cost, currency, language) : null,
        }))}
      />
    </>
  )
}

function useItemName(): (item: CostItem) => string {
  const t = useWords('adminanalytics')
  return ({ category, billing }) => `${category === 'unreported' ? t('category.unreported') : category} · ${t(`billing.${billing}`)}`
}

function CostsTable({ data: { items, currency } }: { data: WhatsAppCosts }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const amount = (value: number | null) => (value === null || currency === null ? t('none') : formatAmount(value, currency, language))
  return (
    <Table
      caption={t('costs')}
      rows={items}
      keyOf={row => `${row.category} ${row.billing}`}
      columns={[
        { key: 'category', head: t('category'), cell: row => (row.category === 'unreported' ? t('category.unreported') : row.category) },
        { key: 'billing', head: t('billing'), cell: row => t(`billing.${row.billing}`) },
        { key: 'messages', head: t('messages'), number: true, cell: row => formatCount(row.count, language) },
        { key: 'previous', head: t('previous'), number: true, cell: row => formatCount(row.previous, language) },
        { key: 'price', head: t('price'), number: true, cell: row => amount(row.price) },
        { key: 'cost', head: t('cost'), number: true, cell: row => amount(row.cost) },
      ]}
    />
  )
}

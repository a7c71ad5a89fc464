// The recurring revenue of one currency: figures, bars and a table of its months.
import type { RevenueOfMonth } from '../../../../core/api/admin/revenue.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { type Column, Table } from '../../../ui/layout/Table.tsx'
import { useWords } from '../../../words/words.tsx'
import { useMoneyText } from '../useMoneyText.ts'
import { RevenueBars } from './RevenueBars.tsx'

export function CurrencyRevenue({ currency, months }: { currency: string; months: readonly RevenueOfMonth[] }) {
  const t = useWords('adminsubscriptions')
  const name = currency.toUpperCase()
  const columns = useColumns(currency)
  return (
    <Card flush aria-label={t('revenue.months', { currency: name })}>
      <CardHead title={name} />
      <Figures currency={currency} months={months} />
      <div className="px-(--pad) pb-4">
        <RevenueBars currency={currency} months={months} />
      </div>
      <Table caption={t('revenue.months', { currency: name })} rows={months.toReversed()} keyOf={month => month.month} columns={columns} />
      <p className="px-(--pad) py-3 text-sm text-ink-2">{t('revenue.newText')}</p>
    </Card>
  )
}

function Figures({ currency, months }: { currency: string; months: readonly RevenueOfMonth[] }) {
  const t = useWords('adminsubscriptions')
  const { money, count, percent } = useMoneyText()
  const now = months.at(-1)
  if (!now) return null
  const figures = [
    { name: t('revenue.now'), value: money({ amount: now.revenue, currency }), to: '/admin/subscriptions?state=active' },
    { name: t('revenue.paying'), value: count(now.paying), to: '/admin/subscriptions?state=active' },
    { name: t('revenue.churn'), value: percent(now.revenueChurn), to: '/admin/subscriptions?state=ended' },
    { name: t('revenue.customerChurn'), value: percent(now.customerChurn), to: '/admin/subscriptions?state=ended' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 px-(--pad) py-4 lg:grid-cols-4">
      {figures.map(({ name, value, to }) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="text-2xl font-figure tabular-nums">
            <Link to={to}>{value}</Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useColumns(currency: string): Column<RevenueOfMonth>[] {
  const t = useWords('adminsubscriptions')
  const { money, count, percent } = useMoneyText()
  const amount = (key: 'revenue' | 'new' | 'expansion' | 'contraction' | 'churned', head: string): Column<RevenueOfMonth> => ({
    ...{ key, head, number: true },
    cell: month => money({ amount: month[key], currency }),
  })
  return [
    { key: 'month', head: t('revenue.month'), cell: ({ month }) => month },
    amount('revenue', t('revenue')),
    amount('new', t('revenue.new')),
    amount('expansion', t('revenue.expansion')),
    amount('contraction', t('revenue.contraction')),
    amount('churned', t('revenue.churned')),
    { key: 'churn', head: t('revenue.churnRate'), number: true, cell: ({ revenueChurn }) => percent(revenueChurn) },
    { key: 'paying', head: t('revenue.paying'), number: true, cell: ({ paying }) => count(paying) },
    {
      key: 'trials',
      head: t('revenue.trials'),
      number: true,
      cell: ({ trialsConverted: n, trialsLost }) => t('revenue.ofEnded', { n: count(n), all: count(n + trialsLost) }),
    },
    { key: 'failed', head: t('revenue.failedPayments'), number: true, cell: ({ paymentsFailed }) => count(paymentsFailed) },
    { key: 'recovered', head: t('revenue.recovered'), number: true, cell: ({ paymentsRecovered }) => count(paymentsRecovered) },
  ]
}

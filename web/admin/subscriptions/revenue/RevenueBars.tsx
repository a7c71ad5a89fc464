// A bar for the revenue of each month; the table below says the same.
import type { RevenueOfMonth } from '../../../../core/api/admin/revenue.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useMoneyText } from '../useMoneyText.ts'

const [width, height, gap] = [720, 140, 8]

export function RevenueBars({ currency, months }: { currency: string; months: readonly RevenueOfMonth[] }) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { money } = useMoneyText()
  const most = Math.max(...months.map(({ revenue }) => revenue), 1)
  const step = width / Math.max(months.length, 1)
  const name = (month: string) => new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language, { month: 'short', timeZone: 'UTC' })
  const title = t('revenue.chart', { currency: currency.toUpperCase() })
  const described = months.map(({ month, revenue }) => t('revenue.bar', { month, amount: money({ amount: revenue, currency }) })).join('. ')
  return (
    <figure className="grid gap-1">
      <figcaption className="text-sm text-ink-2">{title}</figcaption>
      <svg role="img" aria-label={`${title}. ${described}`} viewBox={`0 0 ${width} ${height + 20}`} className="h-auto w-full max-w-3xl">
        <path d={`M0 ${height + 0.5}H${width}`} stroke="var(--line)" />
        {months.map(({ month, revenue }, index) => {
          const size = revenue <= 0 ? 0 : Math.max(2, (revenue / most) * (height - 8))
          return (
            <g key={month}>
              <rect x={index * step + gap / 2} y={height - size} width={step - gap} height={size} rx={2} fill="var(--plot-1)">
                <title>{t('revenue.bar', { month, amount: money({ amount: revenue, currency }) })}</title>
              </rect>
              <text x={index * step + step / 2} y={height + 15} textAnchor="middle" fontSize={12} fill="var(--ink-3)">
                {name(month)}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

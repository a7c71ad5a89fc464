// What a plan costs, in both intervals: the chosen one is large, the other one beside it.
import type { Interval, Plan, Price } from '../../../../core/plans/plans.ts'
import { yearlySaving } from '../../../../core/plans/saving.ts'
import { formatMoney } from '../../../../core/text/money.ts'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

// Browsers know other spellings of some currencies than the server; the served text stays as it is.
const large = { b: (text: string) => <PriceText text={text} /> }

/** `currency` is that of the paid plans, for a plan that costs nothing. */
export function PlanPrice({ plan, currency }: { plan: Plan; currency: string | null }) {
  const t = useWords('siteplans')
  const language = useLanguage()
  const [month, year] = [priceOf(plan, 'month'), priceOf(plan, 'year')]
  const saving = yearlySaving(month, year)?.percent ?? 0
  const trial =
    plan.trialDays > 0 && plan.prices.length > 0 ? <p className="text-sm text-ink-2">{t('trial', { days: plan.trialDays })}</p> : null
  if (plan.prices.length === 0)
    return (
      <div>
        <p>
          <PriceText text={currency ? formatMoney({ amount: 0, currency }, language, true) : t('price.free')} />
        </p>
        <p className="text-sm text-ink-2">{t('price.freeText')}</p>
      </div>
    )
  return (
    <div className="grid content-start gap-1">
      {month && <PriceOf price={month} other={year} saving={saving} />}
      {year && <PriceOf price={year} other={month} saving={saving} />}
      {trial}
    </div>
  )
}

/** Hidden while the other interval is chosen, if there is another price. */
function PriceOf({ price, other, saving }: { price: Price; other: Price | undefined; saving: number }) {
  const t = useWords('siteplans')
  const language = useLanguage()
  const isYear = price.interval === 'year'
  return (
    <div className={other && (isYear ? 'group-has-[[value=month]:checked]/plans:hidden' : 'group-has-[[value=year]:checked]/plans:hidden')}>
      <p>
        <Rich text={t(isYear ? 'price.year' : 'price.month', { price: formatMoney(price, language, true) })} tags={large} />
      </p>
      {other && (
        <p className="text-sm text-ink-2">
          <span suppressHydrationWarning>
            {t(isYear ? 'price.orMonth' : 'price.orYear', { price: formatMoney(other, language, true) })}
          </span>
          {saving > 0 && <span className="ms-2 font-strong whitespace-nowrap text-ink">{t('save', { percent: saving })}</span>}
        </p>
      )}
    </div>
  )
}

const PriceText = ({ text }: { text: string }) => (
  <b className="plain-zero text-figure font-figure tabular-nums" suppressHydrationWarning>
    {text}
  </b>
)

const priceOf = ({ prices }: Plan, interval: Interval): Price | undefined => prices.find(price => price.interval === interval)

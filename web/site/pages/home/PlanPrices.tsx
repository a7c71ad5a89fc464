// The plans on the home page of a server that sells them: names and prices, and the way to all of it.
import { planName } from '../../../../core/plans/plan-name.ts'
import type { Plan, Price } from '../../../../core/plans/plans.ts'
import { formatMoney } from '../../../../core/text/money.ts'
import { PageLink } from '../../../navigation/PageLink.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { Band } from '../../pieces/Band.tsx'

export function PlanPrices({ plans }: { plans: readonly Plan[] }) {
  const t = useWords('site')
  const language = useLanguage()
  const currency = plans.flatMap(({ prices }) => prices)[0]?.currency
  const free = currency ? formatMoney({ amount: 0, currency }, language, true) : t('plan.sold.free')
  const priceText = ({ interval, ...money }: Price) => t(`plan.sold.${interval}`, { price: formatMoney(money, language, true) })
  return (
    <Band title={t('plan.sold.title')} lede={t('plan.sold.lede')}>
      {plans.length > 0 && (
        <Card flush className="mb-6 max-w-3xl">
          <dl>
            {plans.map(({ prices, ...plan }) => (
              <div key={plan.id} className="flex flex-wrap justify-between gap-x-6 border-t border-line px-(--pad) py-4 first:border-t-0">
                <dt className="text-lg font-strong">{planName(plan, language)}</dt>
                {/* Browsers know other spellings of some currencies than the server; the served text stays. */}
                <dd className="text-ink-2" suppressHydrationWarning>
                  {prices.length > 0 ? prices.map(priceText).join(' · ') : free}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <PageLink to="pricing" className={buttonClass({ look: 'quiet' })}>
        {t('plan.sold.more')}
      </PageLink>
    </Band>
  )
}

// A plan as a customer sees it, before it is published.
import { Check, Minus } from 'lucide-react'
import { type Plan, planName } from '../../../../core/plans/plans.ts'
import { PlanPrice } from '../../../site/pages/plans/PlanPrice.tsx'
import { describeLimits } from '../../../site/pages/plans/plan-points.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

export function PlanPreview({ plan, currency }: { plan: Plan; currency: string }) {
  const t = useWords('adminsubscriptions')
  const site = useWords('siteplans')
  return (
    <section aria-label={t('plan.preview')} className="grid gap-2">
      <h2>{t('plan.preview')}</h2>
      <Card>
        <h3 className="text-xl">{planName(plan, useLanguage())}</h3>
        <PlanPrice plan={plan} currency={currency} />
        <ul className="grid content-start gap-2 border-t border-line pt-4">
          {describeLimits(plan, site).map(({ text, isIncluded }) => (
            <li key={text} className={isIncluded ? 'flex items-start gap-2' : 'flex items-start gap-2 text-ink-2'}>
              {isIncluded ? (
                <Check size={18} aria-hidden className="mt-[3px] flex-none text-success-fill" />
              ) : (
                <Minus size={18} aria-hidden className="mt-[3px] flex-none text-ink-3" />
              )}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

// The plans that this server sells, side by side, with prices by month or by year.
import { Check, Minus } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { planName } from '../../../../core/plans/plan-name.ts'
import type { Interval, Plan } from '../../../../core/plans/plans.ts'
import { hasStoredSession } from '../../../auth/stored-session.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { PlanPrice } from './PlanPrice.tsx'
import { describeLimits } from './plan-points.ts'

/** Must be inside `group/plans`, together with the choice of the interval. The first paid plan has the primary button. */
export function PlanCards({ plans }: { plans: readonly Plan[] }) {
  const firstPaid = plans.find(({ prices }) => prices.length > 0)
  const currency = firstPaid?.prices[0]?.currency ?? null
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-(--gap)">
      {plans.map(plan => (
        <li key={plan.id} className="row-span-4 grid grid-rows-subgrid">
          <PlanCard plan={plan} currency={currency} isPrimary={plan === firstPaid} />
        </li>
      ))}
    </ul>
  )
}

function PlanCard({ plan, currency, isPrimary }: { plan: Plan; currency: string | null; isPrimary: boolean }) {
  const t = useWords('siteplans')
  const name = planName(plan, useLanguage())
  return (
    <Card className="row-span-4 grid-rows-subgrid">
      <h2 className="text-xl">{name}</h2>
      <PlanPrice plan={plan} currency={currency} />
      <ul className="grid content-start gap-2 border-t border-line pt-4">
        {describeLimits(plan, t).map(({ text, isIncluded }) => (
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
      <StartLink plan={plan} name={name} isPrimary={isPrimary} />
    </Card>
  )
}

const noSubscription = () => () => {}

/** Leads to the subscription of people who are signed in, and to sign-up otherwise. Who is signed in is known only in the browser. */
function StartLink({ plan, name, isPrimary }: { plan: Plan; name: string; isPrimary: boolean }) {
  const t = useWords('siteplans')
  const isSignedIn = useSyncExternalStore(noSubscription, hasStoredSession, () => false)
  const label = plan.prices.length === 0 ? t('start.free') : plan.trialDays > 0 ? t('start.trial') : t('start.plan', { plan: name })
  return (
    <Link
      to={isSignedIn ? '/subscription' : '/signup'}
      className={buttonClass({ look: isPrimary ? 'primary' : 'quiet', block: true }, 'mt-2')}
      aria-label={`${name}: ${label}`}
    >
      {label}
    </Link>
  )
}

const intervals = ['month', 'year'] as const satisfies readonly Interval[]

/** Plain radio buttons: style sheets show the prices of the chosen interval, so that the choice works before any script. */
export function IntervalChoice() {
  const t = useWords('siteplans')
  return (
    <fieldset className="mt-6 inline-flex gap-1 rounded-hull p-[3px] shadow-[inset_0_0_0_1px_var(--deep-line)]">
      <legend className="sr-only">{t('interval')}</legend>
      {intervals.map(interval => (
        <label
          key={interval}
          className="inline-flex min-h-9 cursor-pointer items-center rounded-[3px_3px_9px_9px] px-4 text-on-deep-2 has-checked:bg-on-deep has-checked:font-strong has-checked:text-[oklch(0.2_0.04_230)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus-deep"
        >
          <input type="radio" name="interval" value={interval} defaultChecked={interval === 'month'} className="sr-only" />
          {t(`interval.${interval}`)}
        </label>
      ))}
    </fieldset>
  )
}

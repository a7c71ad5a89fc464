// The plan that applies: its price, its dates, and what can be done with it.
import type { SubscriptionPage, SubscriptionView } from '../../../core/api/billing.ts'
import { planName } from '../../../core/plans/plans.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, Facts } from '../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { PlanActions } from './PlanActions.tsx'
import { PlanFeatures } from './PlanFeatures.tsx'
import { useBillingText } from './useBillingText.ts'

export function PlanCard({ page }: { page: SubscriptionPage }) {
  const t = useWords('subscription')
  const language = useLanguage()
  const text = useBillingText()
  const { subscription } = page
  const plan = subscription?.plan ?? page.plan
  return (
    <Card>
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2>{planName(plan, language)}</h2>
          {subscription && <SubscriptionLabel subscription={subscription} />}
        </div>
        <p className="mt-1 text-xl font-strong tabular-nums">
          {subscription ? text.price(subscription.price, subscription.interval) : t('price.free')}
        </p>
        {page.gift && (
          <p className="mt-1 text-ink-2">
            {page.gift.endsAt === null
              ? t('gift.open', { plan: planName(page.gift.plan, language) })
              : t('gift.until', { plan: planName(page.gift.plan, language), day: text.day(page.gift.endsAt) })}
          </p>
        )}
      </div>
      {subscription && <Dates subscription={subscription} />}
      <PlanFeatures limits={plan.limits} />
      {subscription ? (
        <PlanActions subscription={subscription} />
      ) : (
        <p>
          <LinkButton to="/subscription#plans" look="quiet">
            {t('plan.compare')}
          </LinkButton>
        </p>
      )}
    </Card>
  )
}

const kinds: Record<SubscriptionView['state'], StateKind> = {
  pending: 'warn',
  trialing: 'ok',
  active: 'ok',
  past_due: 'bad',
  suspended: 'bad',
  paused: 'off',
  ended: 'off',
  unknown: 'info',
}

function SubscriptionLabel({ subscription: { state, cancelsAt } }: { subscription: SubscriptionView }) {
  const t = useWords('subscription')
  if (cancelsAt && (state === 'active' || state === 'trialing')) return <StateLabel kind="warn" label={t('state.ending')} />
  return <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
}

function Dates({ subscription }: { subscription: SubscriptionView }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const language = useLanguage()
  const { startedAt, periodEndsAt, trialEndsAt, cancelsAt, graceEndsAt, nextChange, state } = subscription
  const paysAt = state === 'trialing' ? trialEndsAt : state === 'active' ? periodEndsAt : null
  const next = nextChange && t('fact.nextText', { plan: planName(nextChange.plan, language), day: text.day(nextChange.at) })
  const facts = [
    { name: t('fact.since'), value: state === 'pending' ? null : text.day(startedAt) },
    { name: t('fact.trial'), value: state === 'trialing' && trialEndsAt ? text.day(trialEndsAt) : null },
    { name: t('fact.payment'), value: paysAt && !cancelsAt ? text.day(paysAt) : null },
    { name: t('fact.ends'), value: cancelsAt && state !== 'ended' ? text.day(cancelsAt) : null },
    { name: t('fact.grace'), value: graceEndsAt ? text.day(graceEndsAt) : null },
    { name: t('fact.next'), value: next },
  ]
  const known = facts.filter(({ value }) => value !== null)
  return known.length > 0 && <Facts facts={known} />
}

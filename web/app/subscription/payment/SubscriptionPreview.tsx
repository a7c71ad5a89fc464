// The page before a plan is bought or changed: what changes, when, and what is charged.
import { Link, useSearchParams } from 'react-router'
import type { PlanChoice, SubscriptionPage } from '../../../../core/api/billing.ts'
import { findPrice, freePlanId, type Plan } from '../../../../core/plans/plans.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { usePlans, useSubscription } from '../../queries/subscription.ts'
import { findCurrency, findRunning } from '../plans/offers.ts'
import { NewSubscription } from './NewSubscription.tsx'
import { PlanChangePreview } from './PlanChangePreview.tsx'

export function SubscriptionPreview() {
  const t = useWords('subscription')
  const explain = useExplain()
  const [search] = useSearchParams()
  const subscription = useSubscription()
  const plans = usePlans()
  const error = (!subscription.data && subscription.error) || (!plans.data && plans.error)
  const interval = search.get('interval') === 'year' ? 'year' : 'month'
  return (
    <div>
      <PageHeader title={t('preview.title')} above={<Link to="/subscription">{t('back')}</Link>}>
        {t('preview.lead')}
      </PageHeader>
      {error && (
        <Note kind="danger" alert>
          <b>{t('preview.failed')}</b> {explain(error)}
        </Note>
      )}
      {subscription.data && plans.data && (
        <Chosen
          page={subscription.data}
          plans={plans.data.items}
          choice={{ planId: search.get('plan') ?? '', interval }}
          hasChosen={search.has('plan')}
        />
      )}
      {!error && !(subscription.data && plans.data) && (
        <div className="max-w-3xl">
          <SkeletonCard tall="min-h-100" />
        </div>
      )}
    </div>
  )
}

interface ChosenProps {
  page: SubscriptionPage
  plans: readonly Plan[]
  choice: PlanChoice
  hasChosen: boolean
}

function Chosen({ page, plans, choice, hasChosen }: ChosenProps) {
  const plan = plans.find(({ id }) => id === choice.planId)
  const price = plan && findPrice(plan, choice.interval, findCurrency(page, plans))
  if (page.provider === null) return <Instead reason="nothingSold" />
  if (plan?.id === freePlanId) return <Instead reason="free" />
  if (!plan || !price) return <Instead reason={hasChosen ? 'unknownPlan' : 'noPlan'} />
  const subscription = findRunning(page)
  if (!subscription) return <NewSubscription page={page} plan={plan} price={price} choice={choice} />
  if (subscription.plan.id === plan.id && subscription.interval === choice.interval) return <Instead reason="current" />
  if (!subscription.actions.includes('change')) return <Instead reason="blocked" />
  return <PlanChangePreview page={page} choice={choice} />
}

/** Why there is nothing to preview, and where to go instead. */
function Instead({ reason }: { reason: 'nothingSold' | 'free' | 'unknownPlan' | 'noPlan' | 'current' | 'blocked' }) {
  const t = useWords('subscription')
  return (
    <Card className="max-w-2xl">
      <h2>{t(`instead.${reason}`)}</h2>
      <p className="text-ink-2">{t(`instead.${reason}.text`)}</p>
      <p>
        <LinkButton to={reason === 'noPlan' || reason === 'unknownPlan' ? '/subscription#plans' : '/subscription'} look="quiet">
          {t(`instead.${reason}.link`)}
        </LinkButton>
      </p>
    </Card>
  )
}

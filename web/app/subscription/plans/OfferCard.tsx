// One plan: its price, what it allows, and the way to it.
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { type Interval, type Plan, planName } from '../../../../core/plans/plans.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { CancelSubscription } from '../CancelSubscription.tsx'
import { PlanFeatures } from '../PlanFeatures.tsx'
import { useBillingText } from '../useBillingText.ts'
import type { PlanOffer } from './offers.ts'

interface OfferCardProps {
  page: SubscriptionPage
  plan: Plan
  offer: PlanOffer
  interval: Interval
  saving: { amount: number } | null
  /** The next larger plan: its button stands out. */
  isNext: boolean
}

/** Next to other plans an empty line is kept, so that the lists below line up. */
const noteClass = 'text-sm text-ink-2 sm:min-h-[1lh]'

export function OfferCard({ page, plan, offer, interval, saving, isNext }: OfferCardProps) {
  const t = useWords('subscription')
  const text = useBillingText()
  const name = planName(plan, useLanguage())
  const { price } = offer
  const trialDays = offer.kind === 'choose' && page.mayTry ? plan.trialDays : 0
  return (
    <Card aria-label={name} className="grid-rows-[auto_1fr_auto]">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3>{name}</h3>
          {offer.kind === 'current' && <StateLabel kind="ok" label={t('offer.current')} />}
        </div>
        <p className="mt-1 text-xl font-strong tabular-nums">{price ? text.price(price, interval) : t('price.free')}</p>
        {interval === 'year' && (
          <p className={noteClass}>{saving && price && t('offer.saving', { amount: text.money({ ...price, amount: saving.amount }) })}</p>
        )}
        {page.mayTry && <p className={noteClass}>{trialDays > 0 && t('offer.trial', { days: trialDays })}</p>}
      </div>
      <PlanFeatures limits={plan.limits} className="text-sm" />
      <OfferButton page={page} plan={plan} offer={offer} interval={interval} isNext={isNext} />
    </Card>
  )
}

const note = (sentence: string) => <p className="self-center text-sm text-ink-2">{sentence}</p>

function OfferButton({ page, plan, offer, interval, isNext }: Omit<OfferCardProps, 'saving'>) {
  const t = useWords('subscription')
  const text = useBillingText()
  const name = planName(plan, useLanguage())
  const { kind, at } = offer
  if (kind === 'cancel' && page.subscription)
    return <CancelSubscription subscription={page.subscription} label={t('offer.switch', { plan: name })} block />
  if (kind === 'scheduled') return note(t('offer.starts', { day: at ? text.day(at) : '' }))
  if (kind === 'blocked') return note(t('offer.blocked'))
  if (kind === 'none') return note(t(`offer.none.${interval}`))
  if (kind === 'ordered') return note(t('offer.ordered'))
  if (kind === 'current' || kind === 'cancel') return note(t('offer.currentText'))
  return (
    <LinkButton to={`/subscription-preview?plan=${plan.id}&interval=${interval}`} look={isNext ? 'primary' : 'quiet'} block>
      {t(`offer.${kind}`, { plan: name })}
    </LinkButton>
  )
}

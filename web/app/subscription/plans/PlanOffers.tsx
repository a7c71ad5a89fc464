// The plans side by side, by month or year, with what each one allows.
import { useState } from 'react'
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { Interval, type Plan } from '../../../../core/plans/plans.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { useWords } from '../../../words/words.tsx'
import { usePlans } from '../../queries/subscription.ts'
import { OfferCard } from './OfferCard.tsx'
import { findCurrency, findOffer, findSaving } from './offers.ts'

const grid = 'grid grid-cols-1 gap-(--gap) sm:grid-cols-2 lg:grid-cols-3'

export function PlanOffers({ page }: { page: SubscriptionPage }) {
  const t = useWords('subscription')
  const explain = useExplain()
  const [interval, setInterval] = useState<Interval>(page.subscription?.interval ?? 'month')
  const plans = usePlans()
  const items = plans.data?.items ?? []
  const currency = findCurrency(page, items)
  const saving = Math.max(0, ...items.map(plan => findSaving(plan, currency)?.percent ?? 0))
  const labels = { month: t('plans.month'), year: saving > 0 ? t('plans.yearSaving', { percent: saving }) : t('plans.year') }
  return (
    <section aria-labelledby="plans" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="plans" tabIndex={-1} className="scroll-mt-20">
          {t('plans')}
        </h2>
        <Segmented
          label={t('plans.interval')}
          parts={Interval.options.map(value => ({ value, label: labels[value] }))}
          value={interval}
          onChange={setInterval}
        />
      </div>
      {plans.error && !plans.data && (
        <Note kind="danger" alert>
          <b>{t('plans.failed')}</b> {explain(plans.error)}
        </Note>
      )}
      {plans.isPending && (
        <div className={grid}>
          <SkeletonCard tall="min-h-100" />
          <SkeletonCard tall="min-h-100" />
          <SkeletonCard tall="min-h-100" />
        </div>
      )}
      {plans.data && <Offers page={page} plans={items} interval={interval} currency={currency} />}
    </section>
  )
}

interface OffersProps {
  page: SubscriptionPage
  plans: readonly Plan[]
  interval: Interval
  currency: string
}

function Offers({ page, plans, interval, currency }: OffersProps) {
  const offers = plans.map(plan => ({ plan, offer: findOffer(page, plan, interval, currency) }))
  const next = offers.find(({ offer }) => offer.kind === 'choose' || offer.kind === 'upgrade')
  return (
    <div className={grid}>
      {offers.map(({ plan, offer }) => (
        <OfferCard
          key={`${plan.id} ${plan.version}`}
          page={page}
          plan={plan}
          offer={offer}
          interval={interval}
          saving={findSaving(plan, currency)}
          isNext={plan === next?.plan}
        />
      ))}
    </div>
  )
}

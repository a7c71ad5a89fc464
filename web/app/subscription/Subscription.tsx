// The subscription: the plan and its state, this month's usage, the plans to choose from, the invoices.
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { SubscriptionPage } from '../../../core/api/billing.ts'
import { planName } from '../../../core/plans/plans.ts'
import { pagePath } from '../../navigation/PageLink.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useSubscription } from '../queries/subscription.ts'
import { HowToPay } from './HowToPay.tsx'
import { Invoices } from './Invoices.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanFeatures } from './PlanFeatures.tsx'
import { PlanOffers } from './plans/PlanOffers.tsx'
import { SubscriptionNotices } from './SubscriptionNotices.tsx'
import { UsageCard } from './UsageCard.tsx'
import { useBillingText } from './useBillingText.ts'

export function Subscription() {
  const t = useWords('subscription')
  const explain = useExplain()
  const { data: page, error } = useSubscription()
  return (
    <div>
      <PageHeader title={t('title')}>
        <span className="block min-h-[2lh] sm:min-h-[1lh]">{page && <Lead page={page} />}</span>
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {error && (
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
        )}
        {page && (page.provider ? <Sold page={page} /> : <NothingSold page={page} />)}
        {!page && !error && (
          <div className="grid gap-(--gap) lg:grid-cols-2">
            <SkeletonCard tall="min-h-100" />
            <SkeletonCard tall="min-h-100" />
          </div>
        )}
      </div>
    </div>
  )
}

function Lead({ page: { provider, plan, subscription } }: { page: SubscriptionPage }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const language = useLanguage()
  if (!provider) return t('lead.selfHosted')
  if (!subscription || subscription.state === 'ended') return t('lead.free', { plan: planName(plan, language) })
  const name = planName(subscription.plan, language)
  return t(subscription.actions.includes('change') ? 'lead.plan' : 'lead.fixed', {
    plan: name,
    price: text.price(subscription.price, subscription.interval),
  })
}

function Sold({ page }: { page: SubscriptionPage }) {
  useScrollToHash()
  return (
    <>
      <SubscriptionNotices page={page} />
      {page.provider === 'invoice' && <HowToPay page={page} />}
      <div className="grid items-start gap-(--gap) lg:grid-cols-2">
        <PlanCard page={page} />
        <UsageCard page={page} />
      </div>
      <PlanOffers page={page} />
      <Invoices />
    </>
  )
}

/** The plans are loaded after the page that a link leads to. */
function useScrollToHash(): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== '#plans') return
    const title = document.getElementById('plans')
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  }, [location])
}

function NothingSold({ page }: { page: SubscriptionPage }) {
  const t = useWords('subscription')
  const language = useLanguage()
  return (
    <div className="grid items-start gap-(--gap) lg:grid-cols-2">
      <UsageCard page={page} />
      <Card className="lg:row-span-2">
        <h2>{t('included')}</h2>
        <p className="text-ink-2">{t('included.text')}</p>
        <PlanFeatures limits={page.plan.limits} />
      </Card>
      <Card>
        <h2>{t('others')}</h2>
        <p className="max-w-[62ch] text-ink-2">{t('others.text')}</p>
        <p>
          <Link to={pagePath('pricing', language)}>{t('others.link')}</Link>
        </p>
      </Card>
    </div>
  )
}

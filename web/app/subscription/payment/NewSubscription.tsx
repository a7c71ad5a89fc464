// What a first payment will charge, before the provider's page is opened.
import type { PlanChoice, SubscriptionPage } from '../../../../core/api/billing.ts'
import { type Plan, type Price, planName } from '../../../../core/plans/plans.ts'
import { useNow } from '../../../now.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useStartCheckout } from '../../queries/subscription.ts'
import { useBillingText } from '../useBillingText.ts'
import { LimitChanges } from './LimitChanges.tsx'
import { MoneyLines } from './MoneyLines.tsx'

interface NewSubscriptionProps {
  page: SubscriptionPage
  plan: Plan
  price: Price
  choice: PlanChoice
}

const dayMs = 86_400_000

export function NewSubscription({ page, plan, price, choice }: NewSubscriptionProps) {
  const t = useWords('subscription')
  const explain = useExplain()
  const text = useBillingText()
  const now = useNow(60_000)
  const name = planName(plan, useLanguage())
  const checkout = useStartCheckout()
  const isByHand = page.provider === 'invoice'
  const trialDays = page.mayTry ? plan.trialDays : 0
  const first = new Date(now.getTime() + trialDays * dayMs)
  const regular = text.price(price, choice.interval)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-(--gap)">
      <Card>
        <h2>{t('new.title', { plan: name })}</h2>
        <MoneyLines
          caption={t('new.title', { plan: name })}
          lines={
            trialDays > 0
              ? [{ key: 'trial', name: t('new.trial', { days: trialDays, day: text.day(first) }), amount: { ...price, amount: 0 } }]
              : [{ key: 'plan', name: t(`new.first.${choice.interval}`, { plan: name }), amount: price }]
          }
          total={{ name: t(isByHand ? 'new.onInvoice' : 'dueNow'), amount: trialDays > 0 ? { ...price, amount: 0 } : price }}
        />
        <p className="max-w-[62ch]">
          {trialDays > 0 ? t('new.after', { price: regular, day: text.day(first) }) : t('new.renews', { price: regular })}{' '}
          {t(isByHand ? 'new.byHand' : trialDays > 0 ? 'new.byTrial' : 'new.byCard')}
        </p>
        {checkout.error && (
          <Note kind="danger" alert>
            {explain(checkout.error)}
          </Note>
        )}
        <div className="flex flex-wrap gap-3">
          {/* Once it has succeeded, the browser is on its way to the next page. */}
          <Button busy={checkout.isPending || checkout.isSuccess} onClick={() => checkout.mutate(choice)}>
            {t(isByHand ? 'new.order' : 'new.continue')}
          </Button>
          <LinkButton to="/subscription#plans" look="bare">
            {t('new.other')}
          </LinkButton>
        </div>
      </Card>
      <LimitChanges from={page.allowance.limits} to={plan.limits} plan={plan} usage={page.usage} />
    </div>
  )
}

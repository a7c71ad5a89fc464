// The facts of an owner's current subscription.
import type { ReactNode } from 'react'
import type { SubscriptionDetail } from '../../../../core/api/admin/subscriptions.ts'
import { planName } from '../../../../core/plans/plans.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Facts } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { useMoneyText } from '../useMoneyText.ts'
import { ProviderRef } from './ProviderRef.tsx'

export function SubscriptionFacts({ detail }: { detail: SubscriptionDetail }) {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { day } = useMoneyText()
  const facts = useFacts(detail)
  const { ownerId, customers, provider, subscription, plan } = detail
  const owner = [
    { name: t('fact.owner'), value: <code className="text-sm wrap-anywhere">{ownerId}</code> },
    ...customers.flatMap(({ ref, url, readAt }) => [
      { name: t('fact.customer'), value: <ProviderRef label={ref} url={url} /> },
      ...(readAt ? [{ name: t('fact.read'), value: day(readAt) }] : []),
    ]),
  ]
  return (
    <>
      <h2>{t('current')}</h2>
      {!subscription && <p className="text-ink-2">{t('current.none', { plan: planName(plan, language) })}</p>}
      {detail.failedPayment && <FailedPayment payment={detail.failedPayment} />}
      {subscription?.state === 'past_due' && provider === 'stripe' && <p className="text-sm">{t('pastDue.next')}</p>}
      <Facts facts={[...facts, ...owner]} />
      {!detail.seesMoney && <p className="text-sm text-ink-2">{t('amounts.hidden')}</p>}
    </>
  )
}

/** Why the payment failed, and what happens next. */
function FailedPayment({ payment: { invoice, code, nextAttemptAt } }: { payment: NonNullable<SubscriptionDetail['failedPayment']> }) {
  const t = useWords('adminsubscriptions')
  const { moment } = useMoneyText()
  return (
    <Note kind="danger">
      {t('failedPayment', { invoice: invoice ?? '–', why: t('decline', { code: code ?? 'none' }) })}{' '}
      {nextAttemptAt ? t('failedPayment.next', { at: moment(nextAttemptAt) }) : t('failedPayment.noNext')}
    </Note>
  )
}

function useFacts({ subscription }: SubscriptionDetail): { name: string; value: ReactNode }[] {
  const t = useWords('adminsubscriptions')
  const language = useLanguage()
  const { day, money, price } = useMoneyText()
  if (!subscription) return []
  const { state, plan, interval, price: paid, monthly, startedAt, periodStartedAt, periodEndsAt } = subscription
  const { trialEndsAt, cancelsAt, pastDueSince, graceEndsAt, nextChange } = subscription
  const isCanceled = cancelsAt !== null && state !== 'ended'
  const dates: [Parameters<typeof t>[0], string | null][] = [
    ['fact.started', startedAt],
    ['fact.trial', state === 'trialing' ? trialEndsAt : null],
    ['fact.cancels', cancelsAt],
    ['fact.pastDue', pastDueSince],
    ['fact.grace', graceEndsAt],
  ]
  return [
    { name: t('fact.state'), value: <StateBadge state={isCanceled ? 'canceled' : state} /> },
    { name: t('fact.plan'), value: t('plan.version', { plan: planName(plan, language), version: plan.version }) },
    ...(paid ? [{ name: t('fact.price'), value: price(paid, interval) }] : []),
    ...(monthly ? [{ name: t('fact.monthly'), value: money(monthly) }] : []),
    ...(periodStartedAt && periodEndsAt
      ? [{ name: t('fact.period'), value: t('period', { from: day(periodStartedAt), to: day(periodEndsAt) }) }]
      : []),
    ...dates.flatMap(([key, at]) => (at ? [{ name: t(key), value: day(at) }] : [])),
    ...(nextChange ? [{ name: t('fact.next'), value: t('fact.at', { what: nextChange.planName, day: day(nextChange.at) }) }] : []),
  ]
}

// The page that a payment returns to. It grants nothing: it waits for what the provider has confirmed, and says so.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { useCheckout } from '../../queries/payments.ts'
import { useSubscription, useSubscriptionSaved } from '../../queries/subscription.ts'
import { CheckoutCard } from './CheckoutCard.tsx'
import { findPaymentState } from './payment-state.ts'

const slowAfterMs = 30_000

export function PaymentCallback() {
  const t = useWords('subscription')
  const [search] = useSearchParams()
  const id = search.get('checkout')
  const checkout = useCheckout(id)
  const page = useSubscription().data
  const save = useSubscriptionSaved()
  const isDone = checkout.data?.state === 'done'
  useEffect(() => {
    if (isDone) save()
  }, [isDone, save])
  const state = findPaymentState({
    hasId: id !== null,
    provider: page?.provider,
    checkout: checkout.data,
    error: checkout.error,
    hasLeft: search.has('cancelled'),
    isOffline: checkout.fetchStatus === 'paused',
    isSlow: useIsSlow(id !== null && !isDone),
  })
  return (
    <div>
      <PageHeader title={t('payment.title')}>{t('payment.lead')}</PageHeader>
      <CheckoutCard state={state} checkout={checkout.data ?? null} page={page} />
    </div>
  )
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}

// API calls for plans, the subscription and this month's usage.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod/mini'
import {
  addCheckoutApi,
  addPortalSessionApi,
  changePlanApi,
  changeSubscriptionApi,
  getSubscriptionApi,
  listPlansApi,
  type PlanChoice,
  previewChangeApi,
  type SubscriptionPage,
} from '../../../core/api/billing.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'

export const subscriptionKey = ['subscription']
/** Plans and payments change without an event that we listen for. */
const pollMs = 30_000
/** The provider is asked, and may be slow. */
const providerMs = 30_000

/** The plan, the allowance and the usage. */
export function useSubscription() {
  const call = useCall()
  return useQuery({
    queryKey: subscriptionKey,
    queryFn: ({ signal }) => call(getSubscriptionApi, 'GET', '/api/subscription', { signal }),
    ...refetchOn('deliveries', 'mailboxes'),
    refetchInterval: usePollInterval(pollMs),
  })
}

/** Shows what a change has answered, and refetches what depends on it. */
export function useSubscriptionSaved(): (page?: SubscriptionPage) => void {
  const client = useQueryClient()
  return useCallback(
    page => {
      if (page) client.setQueryData(subscriptionKey, page)
      else void client.invalidateQueries({ queryKey: subscriptionKey })
      for (const queryKey of [['invoices'], ['ledger']]) void client.invalidateQueries({ queryKey })
    },
    [client],
  )
}

/** The plans that are sold, cheapest first. */
export function usePlans() {
  const call = useCall()
  return useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => call(listPlansApi, 'GET', '/api/plans', { signal }),
    staleTime: 60_000,
  })
}

type SubscriptionChange = z.infer<typeof changeSubscriptionApi.body>['action']

export function useChangeSubscription() {
  const call = useCall()
  const save = useSubscriptionSaved()
  return useMutation({
    mutationFn: (action: SubscriptionChange) =>
      call(changeSubscriptionApi, 'PATCH', '/api/subscription', { body: { action }, timeoutMs: providerMs }),
    onSuccess: save,
    // What was refused may have changed elsewhere.
    onError: () => save(),
  })
}

/** What a change of plan does. It is computed for one second, so it is not refetched unless asked. */
export function useChangePreview(choice: PlanChoice, enabled: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: ['subscription-preview', choice.planId, choice.interval],
    queryFn: ({ signal }) => call(previewChangeApi, 'POST', '/api/subscription/previews', { body: choice, signal, timeoutMs: providerMs }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

type PlanChangeOrder = z.input<typeof changePlanApi.body>
type PlanChangeResult = z.output<typeof changePlanApi.answer>

/** `key` is the preview's: an order that is sent twice is carried out once. */
export function useChangePlan(onAnswered: (result: PlanChangeResult) => void) {
  const call = useCall()
  const save = useSubscriptionSaved()
  return useMutation({
    mutationFn: ({ key, order }: { key: string; order: PlanChangeOrder }) =>
      call(changePlanApi, 'POST', '/api/subscription/changes', { body: order, key, timeoutMs: providerMs }),
    onSuccess: result => {
      onAnswered(result)
      save(result.page)
    },
  })
}

/** Begins a payment and goes to the provider's page. */
export function useStartCheckout() {
  const call = useCall()
  return useMutation({
    mutationFn: (choice: PlanChoice) => call(addCheckoutApi, 'POST', '/api/checkouts', { body: choice, timeoutMs: providerMs }),
    onSuccess: ({ url }) => location.assign(url),
  })
}

/** Goes to the provider's page for cards and payments. */
export function useOpenPortal() {
  const call = useCall()
  return useMutation({
    mutationFn: () => call(addPortalSessionApi, 'POST', '/api/portal-sessions', { timeoutMs: providerMs }),
    onSuccess: ({ url }) => location.assign(url),
  })
}

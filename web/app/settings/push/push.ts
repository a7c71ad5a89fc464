// API calls for browser notifications.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addPushSubscriptionApi, listPushSubscriptionsApi, removePushSubscriptionApi } from '../../../../core/api/push.ts'
import { useCall } from '../../../session/session.tsx'
import type { BrowserPush } from './browser.ts'

const key = ['push-subscriptions']

export function usePushSubscriptions(browserPush: BrowserPush) {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [list, currentHash] = await Promise.all([
        call(listPushSubscriptionsApi, 'GET', '/api/push-subscriptions', { signal }),
        browserPush.currentHash(),
      ])
      return { ...list, currentHash }
    },
  })
}

/** False if the person declined. */
export function useTurnPushOn(browserPush: BrowserPush) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const body = await browserPush.subscribe(publicKey)
      if (body) await call(addPushSubscriptionApi, 'POST', '/api/push-subscriptions', { body })
      return body !== null
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useTurnPushOff(browserPush: BrowserPush) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isHere }: { id: string; isHere: boolean }) => {
      await call(removePushSubscriptionApi, 'DELETE', '/api/push-subscriptions/:id', { params: { id } })
      if (isHere) await browserPush.unsubscribe()
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

// What the card of browser notices asks and tells the server and this browser.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addPushSubscription, listPushSubscriptions, removePushSubscription } from '../../../../core/api/push.ts'
import { useCall } from '../../../session.tsx'
import type { BrowserPush } from './browser.ts'

const key = ['push-subscriptions']

export function useBrowsers(door: BrowserPush) {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [list, here] = await Promise.all([call(listPushSubscriptions, 'GET', '/api/push-subscriptions', { signal }), door.current()])
      return { ...list, here }
    },
  })
}

/** False when the person said no. */
export function useTurnOn(door: BrowserPush) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const body = await door.signOn(publicKey)
      if (body) await call(addPushSubscription, 'POST', '/api/push-subscriptions', { body })
      return body !== null
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useTurnOff(door: BrowserPush) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isHere }: { id: string; isHere: boolean }) => {
      await call(removePushSubscription, 'DELETE', '/api/push-subscriptions/:id', { params: { id } })
      if (isHere) await door.signOff()
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

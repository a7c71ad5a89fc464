// API calls for notifications.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { listNotificationsApi, seeNotificationsApi } from '../../../../core/api/notifications.ts'
import { useCall } from '../../../session/session.tsx'
import { refetchOn, usePollInterval } from '../../live/LiveUpdates.tsx'

const key = ['notifications']
type List = z.output<typeof listNotificationsApi.answer>
/** Notifications are rarely urgent to the second. */
const pollMs = 30_000

export function useNotifications() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listNotificationsApi, 'GET', '/api/notifications', { signal }),
    ...refetchOn('mailboxes', 'destinations', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
}

export const useUnseenCount = (): number => useNotifications().data?.unseen ?? 0

/** Marks the whole list as seen: the bell clears at once, and new entries keep their mark while the list is open. */
export function useMarkSeen() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: List['items']) =>
      call(seeNotificationsApi, 'PUT', '/api/notifications/seen', { body: { seen: items.map(({ id, at }) => ({ id, at })) } }),
    onMutate: () => client.setQueryData<List>(key, list => list && { ...list, unseen: 0 }),
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

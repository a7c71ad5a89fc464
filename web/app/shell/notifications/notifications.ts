// What the bell asks and tells the server about what needs the person.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { listNotifications, seeNotifications } from '../../../../core/api/notifications.ts'
import { useCall } from '../../../session.tsx'
import { shows, useEvery } from '../../live/Live.tsx'

const key = ['notifications']
type List = z.output<typeof listNotifications.answer>
/** None of it comes from one second to the next. */
const everyMs = 30_000

export function useNotifications() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listNotifications, 'GET', '/api/notifications', { signal }),
    ...shows('mailboxes', 'destinations', 'deliveries'),
    refetchInterval: useEvery(everyMs),
  })
}

export const useUnseen = (): number => useNotifications().data?.unseen ?? 0

/** All that is in the list is seen: the bell is still at once, and what is new keeps its mark while the list is open. */
export function useMarkSeen() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: List['items']) =>
      call(seeNotifications, 'PUT', '/api/notifications/seen', { body: { seen: items.map(({ id, at }) => ({ id, at })) } }),
    onMutate: () => client.setQueryData<List>(key, list => list && { ...list, unseen: 0 }),
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

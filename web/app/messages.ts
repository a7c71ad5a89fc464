// What the screens ask the server about messages, and the one deed: sending again.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicConfig } from '../../core/api/config.ts'
import { type Attempt, addAttempt, type Delivery, listAttempts } from '../../core/api/delivery.ts'
import { getExplanations, getMessage, getOnPhone, listMessages, type MessageLine } from '../../core/api/ledger.ts'
import { openDoor } from '../auth/client.ts'
import { useCall } from '../session.tsx'
import { liveMs } from './ledger.ts'
import { shows, useEvery } from './live/Live.tsx'
import { useSettings } from './settings/settings.ts'
import { hoursOf, type Slice } from './slice.ts'

const key = ['messages']
/** A search is asked again less often: each look opens what is sealed. */
const searchMs = 15_000

/** A page of the list, the newest first; `before` is the cursor of a later page. */
export interface MessagePage {
  slice: Slice
  before: string | null
  items: MessageLine[]
  next: string | null
  searchedTo?: string | undefined
}

/** Asked again as it changes, or while the window is seen. While another page is read, the one before it stays; its own slice says so. */
export function useMessages(slice: Slice, before: string | null) {
  const call = useCall()
  const { part, words, mailboxId, destinationId } = slice
  return useQuery({
    queryKey: [...key, 'list', slice, before],
    queryFn: async ({ signal }): Promise<MessagePage> => {
      const query = {
        standing: part,
        ...(words && { q: words }),
        ...(mailboxId && { mailboxId }),
        ...(destinationId && { destinationId }),
        ...hoursOf(slice),
        ...(before && { cursor: before }),
      }
      return { slice, before, ...(await call(listMessages, 'GET', '/api/messages', { query, signal })) }
    },
    placeholderData: keepPreviousData,
    ...(!words && shows('messages', 'deliveries')),
    refetchInterval: useEvery(words ? searchMs : liveMs, words ? searchMs : undefined),
  })
}

export function useMessage(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call(getMessage, 'GET', '/api/messages/:id', { params: { id }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}

/** Why a message crossed or did not: `stored` is what was found when it came and never changes; `now` asks the filters of today. */
export function useExplanations(id: string, as: 'stored' | 'now') {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'why', id, as],
    queryFn: ({ signal }) => call(getExplanations, 'GET', '/api/messages/:id/explanations', { params: { id }, query: { as }, signal }),
    staleTime: as === 'stored' ? Infinity : 0,
  })
}

/** The attempts of a delivery, the first one first; asked anew whenever the delivery has changed. */
export function useAttempts({ id, state, dueAt, reason }: Delivery): Attempt[] {
  const call = useCall()
  const answer = useQuery({
    queryKey: [...key, 'attempts', id, state, dueAt, reason],
    queryFn: ({ signal }) => call(listAttempts, 'GET', '/api/deliveries/:id/attempts', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
  return answer.data?.items ?? []
}

/** What the phone shows of a delivery, null where its contents were erased; asked anew when the delivery has changed. */
export function useOnPhone(deliveryId: string, changed: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'phone', deliveryId, changed],
    queryFn: ({ signal }) => call(getOnPhone, 'GET', '/api/deliveries/:id/bubble', { params: { id: deliveryId }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the operator set up, undefined until it is known. */
export function usePublicConfig(): PublicConfig | undefined {
  return useQuery({ queryKey: ['config'], queryFn: () => openDoor().then(({ config }) => config), staleTime: Infinity }).data
}

/** How long contents are kept, as the person chose; undefined until it is known. */
export const useRetentionDays = (): number | undefined => useSettings(Infinity).data?.retentionDays

export function useSendAgain() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) => call(addAttempt, 'POST', '/api/deliveries/:id/attempts', { params: { id: deliveryId } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}

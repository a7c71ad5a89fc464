// API calls for messages, including sending one again.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicConfig } from '../../../core/api/config.ts'
import { type Attempt, addAttemptApi, type Delivery, listAttemptsApi } from '../../../core/api/delivery.ts'
import { getExplanationsApi, getMessageApi, getOnPhoneApi, listMessagesApi, type MessageLine } from '../../../core/api/ledger.ts'
import { openAuthClient } from '../../auth/client.ts'
import { useCall } from '../../session/session.tsx'
import { shows, useEvery } from '../live/Live.tsx'
import { liveMs } from './ledger.ts'
import { hoursOf, type ListQuery } from './list-query.ts'
import { useSettings } from './settings.ts'

const key = ['messages']
/** A search is polled less often, since each one decrypts what it reads. */
const searchMs = 15_000

/** A page of the list, the newest first; `before` is the cursor of a later page. */
export interface ListedPage {
  slice: ListQuery
  before: string | null
  items: MessageLine[]
  next: string | null
  searchedTo?: string | undefined
}

/** Refetched on changes, or polled while the window is visible. While another page loads, the previous one stays, marked by its own query. */
export function useMessages(slice: ListQuery, before: string | null) {
  const call = useCall()
  const { part, words, mailboxId, destinationId } = slice
  return useQuery({
    queryKey: [...key, 'list', slice, before],
    queryFn: async ({ signal }): Promise<ListedPage> => {
      const query = {
        state: part,
        ...(words && { q: words }),
        ...(mailboxId && { mailboxId }),
        ...(destinationId && { destinationId }),
        ...hoursOf(slice),
        ...(before && { cursor: before }),
      }
      return { slice, before, ...(await call(listMessagesApi, 'GET', '/api/messages', { query, signal })) }
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
    queryFn: ({ signal }) => call(getMessageApi, 'GET', '/api/messages/:id', { params: { id }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}

/** Why a message crossed or did not: `stored` is what was found when it came and never changes; `now` asks the filters of today. */
export function useExplanations(id: string, as: 'stored' | 'now') {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'why', id, as],
    queryFn: ({ signal }) => call(getExplanationsApi, 'GET', '/api/messages/:id/explanations', { params: { id }, query: { as }, signal }),
    staleTime: as === 'stored' ? Infinity : 0,
  })
}

/** The attempts of a delivery, oldest first; refetched whenever the delivery has changed. */
export function useAttempts({ id, state, dueAt, reason }: Delivery): Attempt[] {
  const call = useCall()
  const answer = useQuery({
    queryKey: [...key, 'attempts', id, state, dueAt, reason],
    queryFn: ({ signal }) => call(listAttemptsApi, 'GET', '/api/deliveries/:id/attempts', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
  return answer.data?.items ?? []
}

/** What the phone shows of a delivery, null if its contents were erased; refetched when the delivery has changed. */
export function useOnPhone(deliveryId: string, changed: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'phone', deliveryId, changed],
    queryFn: ({ signal }) => call(getOnPhoneApi, 'GET', '/api/deliveries/:id/bubble', { params: { id: deliveryId }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the operator set up, undefined until it is known. */
export function usePublicConfig(): PublicConfig | undefined {
  return useQuery({ queryKey: ['config'], queryFn: () => openAuthClient().then(({ config }) => config), staleTime: Infinity }).data
}

/** How long contents are kept, as the person chose; undefined until it is known. */
export const useRetentionDays = (): number | undefined => useSettings(Infinity).data?.retentionDays

export function useSendAgain() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) => call(addAttemptApi, 'POST', '/api/deliveries/:id/attempts', { params: { id: deliveryId } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}

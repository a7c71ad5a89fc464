// API calls for messages, including sending one again.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicConfig } from '../../../core/api/config.ts'
import { type Attempt, addAttemptApi, type Delivery, listAttemptsApi } from '../../../core/api/delivery.ts'
import { getExplanationsApi, getMessageApi, getOnPhoneApi, listMessagesApi, type MessageLine } from '../../../core/api/ledger.ts'
import { openAuthClient } from '../../auth/client.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'
import { pollMs } from './ledger.ts'
import { type ListQuery, toTimeRange } from './list-query.ts'
import { useSettings } from './settings.ts'

const key = ['messages']
/** A search is polled less often, since each one decrypts what it reads. */
const searchMs = 15_000

/** A page of the list, the newest first; `cursor` selects a later page. */
export interface ListedPage {
  query: ListQuery
  cursor: string | null
  items: MessageLine[]
  next: string | null
  searchedTo?: string | undefined
}

/** Refetched on changes, or polled while the window is visible. While another page loads, the previous one stays; its own query tells them apart. */
export function useMessages(query: ListQuery, cursor: string | null) {
  const call = useCall()
  const { state, searchText, mailboxId, destinationId } = query
  return useQuery({
    queryKey: [...key, 'list', query, cursor],
    queryFn: async ({ signal }): Promise<ListedPage> => {
      const params = {
        state,
        ...(searchText && { q: searchText }),
        ...(mailboxId && { mailboxId }),
        ...(destinationId && { destinationId }),
        ...toTimeRange(query),
        ...(cursor && { cursor }),
      }
      return { query, cursor, ...(await call(listMessagesApi, 'GET', '/api/messages', { query: params, signal })) }
    },
    placeholderData: keepPreviousData,
    ...(!searchText && refetchOn('messages', 'deliveries')),
    refetchInterval: usePollInterval(searchText ? searchMs : pollMs, searchText ? searchMs : undefined),
  })
}

export function useMessage(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call(getMessageApi, 'GET', '/api/messages/:id', { params: { id }, signal }),
    ...refetchOn('messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
}

/** Why a message was forwarded or not: `stored` is the explanation from when it arrived and never changes; `now` evaluates today's filters. */
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
  const result = useQuery({
    queryKey: [...key, 'attempts', id, state, dueAt, reason],
    queryFn: ({ signal }) => call(listAttemptsApi, 'GET', '/api/deliveries/:id/attempts', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
  return result.data?.items ?? []
}

/** What the phone shows for a delivery, null if its contents were erased; refetched when `version` changes. */
export function useOnPhone(deliveryId: string, version: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'phone', deliveryId, version],
    queryFn: ({ signal }) => call(getOnPhoneApi, 'GET', '/api/deliveries/:id/bubble', { params: { id: deliveryId }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The operator's public settings, undefined until loaded. */
export function usePublicConfig(): PublicConfig | undefined {
  return useQuery({ queryKey: ['config'], queryFn: () => openAuthClient().then(({ config }) => config), staleTime: Infinity }).data
}

/** How long contents are kept, as the person chose; undefined until loaded. */
export const useRetentionDays = (): number | undefined => useSettings(Infinity).data?.retentionDays

export function useSendAgain() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) => call(addAttemptApi, 'POST', '/api/deliveries/:id/attempts', { params: { id: deliveryId } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}

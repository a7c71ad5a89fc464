// What the screens ask the server about messages, and the one deed: sending again.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicConfig } from '../../core/api/config.ts'
import { type Attempt, addAttempt, type Delivery, listAttempts } from '../../core/api/delivery.ts'
import { getExplanations, getMessage, listMessages } from '../../core/api/ledger.ts'
import { openDoor } from '../auth/client.ts'
import { useCall } from '../session.tsx'
import { liveMs } from './ledger.ts'

/** The parts of the list, as its address names them. */
export const parts = ['all', 'under_way', 'held', 'failed', 'not_matched', 'forwarded', 'suppressed'] as const
export type Part = (typeof parts)[number]

const key = ['messages']

/** What of the list is shown: a part, of one account or of all. */
export interface Slice {
  part: Part
  mailboxId: string | null
}

/** A page of the list, the newest first; `before` is the cursor of a later page. Asked again while the window is seen. */
export function useMessages({ part, mailboxId }: Slice, before: string | null) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'list', part, mailboxId, before],
    queryFn: ({ signal }) =>
      call(listMessages, 'GET', '/api/messages', {
        query: { standing: part, ...(mailboxId && { mailboxId }), ...(before && { cursor: before }) },
        signal,
      }),
    refetchInterval: liveMs,
  })
}

export function useMessage(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call(getMessage, 'GET', '/api/messages/:id', { params: { id }, signal }),
    refetchInterval: liveMs,
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

/** What the operator set up, undefined until it is known. */
export function usePublicConfig(): PublicConfig | undefined {
  return useQuery({ queryKey: ['config'], queryFn: () => openDoor().then(({ config }) => config), staleTime: Infinity }).data
}

/** How long the operator lets us keep contents; undefined until it is known. */
export const useRetentionDays = (): number | undefined => usePublicConfig()?.retentionDays

export function useSendAgain() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) => call(addAttempt, 'POST', '/api/deliveries/:id/attempts', { params: { id: deliveryId } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}

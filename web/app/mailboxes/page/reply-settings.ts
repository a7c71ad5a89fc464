// API calls for an account's reply settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeOutgoingApi, checkOutgoingApi, getOutgoingApi, type OutgoingChange } from '../../../../core/api/outgoing.ts'
import { useCall } from '../../../session/session.tsx'

const keyOf = (mailboxId: string) => ['outgoing', mailboxId]
/** What nobody knows yet is looked for at the first question, and a test has its own deadlines. */
const lookMs = 45_000

export function useOutgoing(mailboxId: string) {
  const call = useCall()
  return useQuery({
    queryKey: keyOf(mailboxId),
    queryFn: ({ signal }) =>
      call(getOutgoingApi, 'GET', '/api/mailboxes/:id/outgoing', { params: { id: mailboxId }, signal, timeoutMs: lookMs }),
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function useCheckOutgoing(mailboxId: string) {
  const call = useCall()
  return useMutation({
    mutationFn: () =>
      call(checkOutgoingApi, 'POST', '/api/mailboxes/:id/outgoing/checks', { params: { id: mailboxId }, timeoutMs: lookMs }),
  })
}

export function useChangeOutgoing(mailboxId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OutgoingChange) =>
      call(changeOutgoingApi, 'PATCH', '/api/mailboxes/:id/outgoing', { params: { id: mailboxId }, body, timeoutMs: lookMs }),
    onSuccess: outgoing => client.setQueryData(keyOf(mailboxId), outgoing),
  })
}

// API calls for an account's reply settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeOutgoingApi, checkOutgoingApi, getOutgoingApi, type OutgoingChange } from '../../../../core/api/outgoing.ts'
import { useCall } from '../../../session/session.tsx'

const outgoingKey = (mailboxId: string) => ['outgoing', mailboxId]
/** The first call discovers unknown settings, and a test has its own deadlines. */
const discoveryMs = 45_000

export function useOutgoing(mailboxId: string) {
  const call = useCall()
  return useQuery({
    queryKey: outgoingKey(mailboxId),
    queryFn: ({ signal }) =>
      call(getOutgoingApi, 'GET', '/api/mailboxes/:id/outgoing', { params: { id: mailboxId }, signal, timeoutMs: discoveryMs }),
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function useCheckOutgoing(mailboxId: string) {
  const call = useCall()
  return useMutation({
    mutationFn: () =>
      call(checkOutgoingApi, 'POST', '/api/mailboxes/:id/outgoing/checks', { params: { id: mailboxId }, timeoutMs: discoveryMs }),
  })
}

export function useChangeOutgoing(mailboxId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OutgoingChange) =>
      call(changeOutgoingApi, 'PATCH', '/api/mailboxes/:id/outgoing', { params: { id: mailboxId }, body, timeoutMs: discoveryMs }),
    onSuccess: outgoing => client.setQueryData(outgoingKey(mailboxId), outgoing),
  })
}

// API calls for replies to an email.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addReplyApi, changeReplyApi, listRepliesApi, type Reply } from '../../../../core/api/outgoing.ts'
import { useCall } from '../../../session/session.tsx'
import { usePollInterval } from '../../live/LiveUpdates.tsx'
import { pollMs } from '../../queries/ledger.ts'

const repliesKey = (messageId: string) => ['replies', messageId]

export function useReplies(messageId: string) {
  const call = useCall()
  return useQuery({
    queryKey: repliesKey(messageId),
    queryFn: ({ signal }) => call(listRepliesApi, 'GET', '/api/messages/:id/replies', { params: { id: messageId }, signal }),
    refetchInterval: usePollInterval(pollMs),
  })
}

export function useAddReply(messageId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(addReplyApi, 'POST', '/api/messages/:id/replies', { params: { id: messageId }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: repliesKey(messageId) }),
  })
}

export function useChangeReply(messageId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: Pick<Reply, 'id'> & { act: 'confirm' | 'cancel' | 'again' }) =>
      call(changeReplyApi, 'PATCH', '/api/replies/:id', { params: { id }, body: { act } }),
    onSettled: () => client.invalidateQueries({ queryKey: repliesKey(messageId) }),
  })
}

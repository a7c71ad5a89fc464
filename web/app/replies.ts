// What the screens ask the server about answers to a mail.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addReply, changeReply, listReplies, type Reply } from '../../core/api/outgoing.ts'
import { useCall } from '../session.tsx'
import { liveMs } from './ledger.ts'
import { useEvery } from './live/Live.tsx'

const keyOf = (messageId: string) => ['replies', messageId]

export function useReplies(messageId: string) {
  const call = useCall()
  return useQuery({
    queryKey: keyOf(messageId),
    queryFn: ({ signal }) => call(listReplies, 'GET', '/api/messages/:id/replies', { params: { id: messageId }, signal }),
    refetchInterval: useEvery(liveMs),
  })
}

export function useAddReply(messageId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(addReply, 'POST', '/api/messages/:id/replies', { params: { id: messageId }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(messageId) }),
  })
}

export function useReplyAct(messageId: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: Pick<Reply, 'id'> & { act: 'confirm' | 'cancel' | 'again' }) =>
      call(changeReply, 'PATCH', '/api/replies/:id', { params: { id }, body: { act } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(messageId) }),
  })
}
